# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::Runs: runs of one program under Xgrind, with different options, several at a time.
#
# Usage:
#   my $runs = Xgrind::Layout::Runs->new($folder_of_the_commands, \@options, \@program, { output_is_ours => 0 });    # 1: what it prints goes to standard error
#   my $file = $runs->first('--timeline=yes');           # what it has written to its data file; its output is seen
#   my @runs = $runs->simulate(\@more, [ 'OBJECT:LAYOUT', ... ], ...);    # { file, said } for each list of layouts, without output but for how far they are; file: undef if there is none
#   $runs->{status}                                       # of the first one, as of wait()
#   my ($profile, $data) = $runs->names;                  # where the files of the first one are to be kept: as xgrind names them
#   $runs->keep;                                          # copies them there
#
# All files are in a folder that goes with the object, but for those that keep() copies.  What the program reads from a pipe is kept, and read again.  Signals that the terminal
# sends are for the program in the first run; later, and TERM and HUP at any time, they end all runs and the script.

package Xgrind::Layout::Runs;
use strict;
use warnings;
use File::Temp ();
use Errno;    # %!
use List::Util qw(max min);
use POSIX ();
use Xgrind::Files::Commands;
use Xgrind::Files::Output;
use Xgrind::Files::Privacy;
use Xgrind::Layout::Progress;
use Xgrind::Run::KeptInput;
use Xgrind::Script::Processors;
use Xgrind::Text::Messages;

# Layouts that one run can simulate, each apart.
my $APART_MAX = 16;

# Status of a run that has not even come to xgrind; and those with which that ends, and has said why, if it cannot start the program.
my $NOT_BEGUN   = 125;
my %NOT_STARTED = (126 => 1, 127 => 1);

sub new {
   my ($class, $folder, $options, $program, $how) = @_;
   my $xgrind = command_file('xgrind', $folder) // fail("there is no command xgrind in $folder or PATH; install Xgrind again");
   my $self = bless { xgrind => $xgrind, options => $options, program => $program, %$how, n => 0, dir => File::Temp->newdir('xgrind-layout.XXXXXX', TMPDIR => 1) }, $class;
   $self->{input} = kept_input($self->{dir});
   $self->{progress} = Xgrind::Layout::Progress->new;
   return $self;
}

# The files in the folder whose names begin so.
sub files_of {
   my ($self, $start) = @_;
   opendir my $dir, $self->{dir} or return;
   return map { "$self->{dir}/$_" } sort grep { /^\Q$start\E/ } readdir $dir;
}

my @SIGNALS = qw(INT QUIT TERM HUP);

# Signals wait while this is done: a run that has just begun is known to those who end all of them.
sub without_signals {
   my ($do) = @_;
   my $set = POSIX::SigSet->new(map { POSIX->can("SIG$_")->() } @SIGNALS);
   POSIX::sigprocmask(POSIX::SIG_BLOCK(), $set);
   $do->();
   POSIX::sigprocmask(POSIX::SIG_UNBLOCK(), $set);
   return;
}

# Starts a run; returns its process and where its files are.
sub start {
   my ($self, $is_silent, @more) = @_;
   my $name = "$self->{dir}/" . $self->{n}++;
   my $pid = fork // fail("no process can be started: $!");
   return { pid => $pid, data => "$name.data.$pid", name => $name } if $pid;
   if ($is_silent) {
      $SIG{$_} = 'DEFAULT' for @SIGNALS;
      without_signals(sub { });
   }
   open STDIN, '<', $self->{input} or POSIX::_exit($NOT_BEGUN);
   if ($is_silent) {
      open STDOUT, '>', '/dev/null' or POSIX::_exit($NOT_BEGUN);
      open STDERR, '>', "$name.said" or POSIX::_exit($NOT_BEGUN);
      push @more, '--context-tree=no', '-q';    # what is read of these runs is their data, and which layouts matched nothing
   }
   if (!$is_silent && $self->{output_is_ours}) {
      open STDOUT, '>&', \*STDERR or POSIX::_exit($NOT_BEGUN);
   }
   $name =~ s/%/%%/g;    # as options have it
   my @quiet = $is_silent ? () : "--log-file=$name.log.%p";
   { no warnings 'exec'; exec { $self->{xgrind} } $self->{xgrind}, @{ $self->{options} }, @quiet, @more, "--callgrind-out-file=$name.out.%p", "--data-out-file=$name.data.%p", @{ $self->{program} }; }
   POSIX::_exit($NOT_BEGUN);
}

sub first {
   my ($self, @more) = @_;
   my $run = $self->start(0, @more);
   local @SIG{qw(INT QUIT)} = ('IGNORE') x 2;
   local @SIG{qw(TERM HUP)} = map { ending($_, { $run->{pid} => 1 }, $self->{progress}) } qw(TERM HUP);
   1 while waitpid($run->{pid}, 0) < 0 && $!{EINTR};
   @$self{qw(status pid)} = ($?, $run->{pid});
   return $run->{data} if -s $run->{data};
   my @logs = $self->files_of('0.log.');
   exit $? >> 8 if !@logs && $NOT_STARTED{ $? >> 8 };
   my ($why) = grep { /\S/ } map { s/^[=\-]+\d+[=\-]+ ?//r } split /\n/, join '', map { text_of($_) } @logs;
   return fail('the run has written no results' . (defined $why ? ": $why" : ', and its log does not say why'));
}

# --- Files to keep ---------------------------------------------------------

my %NAMES = (out => [ 'callgrind.out.%p', qr/^--(?:callgrind|xgrind)-out-file=(.+)\z/s ], data => [ 'xgrind.data.%p', qr/^--data-out-file=(.+)\z/s ]);

# The name of a file of the process: the last one that the options give, or xgrind's own.
sub name_of {
   my ($self, $kind, $pid) = @_;
   my ($default, $option) = @{ $NAMES{$kind} };
   my ($given) = reverse map { /$option/ ? $1 : () } @{ $self->{options} };
   return ($given // $default) =~ s/%(?:(p)|q\{(\w+)\}|(%))/$1 ? $pid : $3 ? '%' : $ENV{$2} \/\/ ''/ger;
}

sub names {
   my ($self) = @_;
   return map { $self->name_of($_, $self->{pid}) } qw(out data);
}

# Parts, threads and forked processes have files of their own.
sub keep {
   my ($self) = @_;
   for my $kind (qw(out data)) {
      for my $file ($self->files_of("0.$kind.")) {
         my ($pid, $part) = $file =~ /\.$kind\.(\d+)([^\/]*)\z/ or next;
         open my $in, '<:raw', $file or fail("$file cannot be read: $!");
         note_input($in);
         my $out = output_open($self->name_of($kind, $pid) . $part);
         while (read $in, my ($block), 1 << 20) { output_write($out, $block); }
         output_close($out);
      }
   }
   return;
}

# --- Several at a time -----------------------------------------------------

# What a signal does: ends these runs, and this process as it would have, but for its files.
sub ending {
   my ($signal, $running, $progress) = @_;
   return sub {
      $progress->end;
      kill 'TERM', keys %$running;
      waitpid $_, 0 for keys %$running;
      exit 128 + { INT => 2, QUIT => 3, TERM => 15, HUP => 1 }->{$signal};
   };
}

sub text_of {
   my ($file) = @_;
   open my $in, '<', $file or return '';
   local $/;
   return scalar <$in> // '';
}

# Runs with these options, each of so many layouts: of each what start() returns, and `said`.
sub run_all {
   my ($self, $n_done, $n_all, @lists) = @_;
   my $most = processors();
   my (%running, @results);
   my $next = 0;
   local @SIG{@SIGNALS} = map { ending($_, \%running, $self->{progress}) } @SIGNALS;
   while ($next < @lists || %running) {
      $self->{progress}->show($n_all > 1 ? "$$n_done of $n_all layouts simulated" : 'simulating one beside the others');
      while ($next < @lists && keys %running < $most) {
         without_signals(sub {
            my $run = $self->start(1, @{ $lists[$next]{options} });
            $running{ $run->{pid} } = [ $next++, $run ];
         });
      }
      my $pid = wait;
      last if $pid < 0 && !$!{EINTR};
      my ($i, $run) = @{ delete $running{$pid} // next };
      $results[$i] = { %$run, said => text_of("$run->{name}.said") };
      $$n_done += $lists[$i]{layouts} if -s $run->{data};
   }
   $self->{progress}->end;
   return @results;
}

# A run for each list of layouts, without the program as it is: any hierarchy can be had so.
sub simulate_alone {
   my ($self, $n_done, $n_all, $more, @lists) = @_;
   my @runs = $self->run_all($n_done, $n_all, map { { options => [ @$more, '--what-if-only=yes', map { "--what-if=$_" } @$_ ], layouts => 1 } } @lists);
   return map { { file => -s $_->{data} ? $_->{data} : undef, said => $_->{said} } } @runs;
}

# The name of a file with these layouts, one in a line.
sub layouts_file {
   my ($self, @layouts) = @_;
   my $name = "$self->{dir}/" . $self->{n}++ . '.layouts';
   my $out  = output_open($name);
   output_write($out, map { "$_\n" } @layouts);
   output_close($out);
   return $name;
}

# Several lists of layouts in each run, and as many runs as there are processors.
sub simulate {
   my ($self, $more, @lists) = @_;
   my $n_done = 0;
   return $self->simulate_alone(\$n_done, scalar @lists, $more, @lists) if @lists <= processors();    # nothing would be shared
   my $n_runs = max(min(processors(), scalar @lists), int((@lists + $APART_MAX - 1) / $APART_MAX));
   my @of_run = map { my $run = $_; [ grep { $_ % $n_runs == $run } 0 .. $#lists ] } 0 .. $n_runs - 1;
   my @runs = $self->run_all(\$n_done, scalar @lists,
      map { { options => [ @$more, '--what-if-apart=yes', map { '--what-if-file=' . $self->layouts_file(@{ $lists[$_] }) } @$_ ], layouts => scalar @$_ } } @of_run);
   my @results;
   for my $r (0 .. $#runs) {
      for my $n (1 .. @{ $of_run[$r] }) {
         my $file = $runs[$r]{data} =~ s{([^/]+)\z}{what-if-$n.$1}r;
         $results[ $of_run[$r][ $n - 1 ] ] = { file => -s $file ? $file : undef, said => $runs[$r]{said} };
      }
   }
   my @missing = grep { !$results[$_]{file} } 0 .. $#lists;    # of a hierarchy that is not simulated beside the program, or of cores
   @results[@missing] = $self->simulate_alone(\$n_done, scalar @lists, $more, @lists[@missing]) if @missing;
   return @results;
}

1;
