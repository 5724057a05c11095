# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Reader: reads files in Callgrind's format, of any tool.
#
# Usage:
#   my $profile = read_profiles(\@files, detail => 'lines', fold => 1);    # or fails
#   my $reader = open_profiles(\@files, ...);    # the same in steps, as for several profiles at a time
#   1 while read_more($reader);
#   my $profile = close_profiles($reader);
#
# Adds up all parts of all files.  detail says how much is kept (Xgrind::Profile::Model
# lists it): functions, lines.  With wants => sub { ... }, called with the names of a file and of a module with code of it, costs by
# line are kept only for files for which it returns true, and those of others as line 0.  With fold,
# recursion levels (name'2) are one function.  With apart, functions of several processes are told apart, even if all their names are equal.  Functions are told apart by module (ob=), file (fl=) and name; costs
# after fi= and fe= still belong to the function.
#
# Most lines are costs.  Those in the usual form are read in bulk (Xgrind::Profile::Costs), all
# others here, one at a time.

package Xgrind::Profile::Reader;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Lines;
use Xgrind::Profile::Costs;
use Xgrind::Profile::LineUse;
use Xgrind::Profile::SampledSets;
use Xgrind::Profile::Model;
use Xgrind::Text::Escapes;
use Xgrind::Text::LevelNames;
use Xgrind::Text::Levels;
use Xgrind::Text::Messages;

our @EXPORT = qw(read_profiles open_profiles read_more close_profiles);

my $EVENTS_MAX = 1000;
my $COSTS_MAX  = 50_000_000;    # functions times events,
my $COSTS_OF_B = 4;             # and of each byte of the files,
my $COSTS_FEW  = 2_000_000;     # but for so many
my $NO_NAME    = '???';
my $MACHINE    = '(?:' . join('|', @CACHES) . ') cache|Hierarchy';    # what a description says of it

# --- Names -----------------------------------------------------------------

# A name as it is kept: an empty one says as little as none.
sub kept_name {
   my ($r, $space, $name) = @_;
   return $name eq '' ? $NO_NAME : unescaped(folded($r, $space, $name));
}

# The index of a name as written: "name", "(id) name" or "(id)".
# A '(' that no number follows belongs to the name: "(below main)".
sub name_of {
   my ($r, $space, $text) = @_;
   my $known = $r->{ids}{$space}{$text};
   return $known if defined $known;
   $text =~ s/^[ \t]+//;
   if ($text =~ /^(\(\d+\))[ \t]*(.*)$/s) {
      my ($id, $name) = ($1, $2);
      fail_line($r->{in}, "the name $id was not defined before")
         if $name eq '' && !defined $r->{ids}{$space}{$id};
      return $r->{ids}{$space}{$id} if $name eq '';
      return $r->{ids}{$space}{$id} = intern($r->{p}, kept_name($r, $space, unnested($r, $space, $name)), $r->{process});
   }
   return $r->{ids}{$space}{$text} = intern($r->{p}, kept_name($r, $space, $text), $r->{process});
}

# A name made of others, "(3)'2'(4)": its function and the callers.
sub unnested {
   my ($r, $space, $name) = @_;
   return $name if $name !~ /^\(\d+\)(?:'(?:\d+|\(\d+\)))*\z/;
   $name =~ s{(\(\d+\))}{
      defined $r->{ids}{$space}{$1} ? $r->{p}{names}[ $r->{ids}{$space}{$1} ] : fail_line($r->{in}, "the name $1 was not defined before")
   }gex;
   return $name;
}

# The name of a function without its recursion levels; other names unchanged.
sub folded {
   my ($r, $space, $name) = @_;
   $name =~ s/(?<=.)'\d+(?='|$)//gs if $r->{fold} && $space eq 'fn';
   return $name;
}

# --- Lines of the body -----------------------------------------------------

# fi= or fe=: the costs that follow are of code in this file.
sub read_file_name {
   my ($r, $value) = @_;
   $r->{fi} = name_of($r, 'fl', $value);
   select_costs($r->{costs}, undef, $r->{fi});
   return;
}

# fn=: the function whose costs follow.
sub read_function {
   my ($r, $value) = @_;
   $r->{fn} = name_of($r, 'fn', $value);
   $r->{fi} = $r->{fl};
   my $f = function_of($r->{p}, $r->{ob}, $r->{fl}, $r->{fn});
   $r->{p}{defined}[$f] = 1;
   select_costs($r->{costs}, $f, $r->{fi});
   return;
}

# The next line, which must exist, as it belongs to the one before.
sub following_line {
   my ($r, $what) = @_;
   return next_line($r->{in}) // fail_line($r->{in}, "the file ends before the line that must follow $what");
}

# calls= and the line after it: the inclusive cost of the calls.
sub read_call {
   my ($r, $value) = @_;
   my ($count) = split ' ', $value;
   fail_line($r->{in}, 'calls= without a number')       if ($count // '') !~ /^\d{1,20}\z/;
   my $line = following_line($r, 'calls=');
   fail_line($r->{in}, 'calls= without cfn= before it') if !defined $r->{cfn};
   fail_line($r->{in}, 'calls= before the first fn=')   if !is_selected($r->{costs});
   my $callee = function_of($r->{p}, $r->{cob} // $r->{ob}, $r->{cfi} // $r->{fi}, $r->{cfn});
   add_call($r->{costs}, $callee, $count, $line) or fail_line($r->{in}, 'calls= must have a cost line after it');
   @$r{qw(cob cfi cfn)} = ();
   return;
}

# jump= or jcnd= and the line after it: where the jump is.
sub read_jump {
   my ($r, $what) = @_;
   my $line = following_line($r, "$what=");
   fail_line($r->{in}, "$what= before the first fn=") if !is_selected($r->{costs});
   add_jump($r->{costs}, $line) or fail_line($r->{in}, "$what= must have a line with only a position after it");
   return;
}

sub read_plain_jump {
   my ($r, $value) = @_;
   $value =~ /^\s*\d+\s/ or fail_line($r->{in}, 'jump= without a number and a position');
   return read_jump($r, 'jump');
}

sub read_conditional_jump {
   my ($r, $value) = @_;
   $value =~ m{^\s*\d+/\d+\s} or fail_line($r->{in}, 'jcnd= without N/N and a position');
   return read_jump($r, 'jcnd');
}

# Body lines KEY=VALUE: what to do with VALUE, given after the reader.
my %body = (
   ob    => sub { $_[0]{ob} = name_of($_[0], 'ob', $_[1]); },
   fl    => sub { $_[0]{fl} = $_[0]{fi} = name_of($_[0], 'fl', $_[1]); },
   fi    => \&read_file_name,
   fe    => \&read_file_name,
   fn    => \&read_function,
   cob   => sub { $_[0]{cob} = name_of($_[0], 'ob', $_[1]); },
   cfi   => sub { $_[0]{cfi} = name_of($_[0], 'fl', $_[1]); },
   cfl   => sub { $_[0]{cfi} = name_of($_[0], 'fl', $_[1]); },
   cfn   => sub { $_[0]{cfn} = name_of($_[0], 'fn', $_[1]); },
   jfi   => sub { name_of($_[0], 'fl', $_[1]); },
   jfn   => sub { name_of($_[0], 'fn', $_[1]); },
   frfn  => sub { name_of($_[0], 'fn', $_[1]); },
   rec   => sub { },
   calls => \&read_call,
   jump  => \&read_plain_jump,
   jcnd  => \&read_conditional_jump,
);

# --- Lines of the header ---------------------------------------------------

# Header lines KEY: VALUE with a meaning here, like those of the body.
my %header = (
   version   => \&check_version,
   pid       => sub { $_[0]{part}{pid}     = $_[1]; },
   cmd       => sub { $_[0]{part}{cmd}     = unescaped($_[1]); },
   part      => sub { $_[0]{part}{part}    = $_[1]; },
   thread    => sub { $_[0]{part}{thread}  = $_[1]; },
   creator   => sub { $_[0]{part}{creator} = $_[1]; },
   desc      => \&describe,
   event     => \&note_event,
   positions => \&set_positions,
   events    => \&set_events,
);

# Header lines that are known and not needed.
my %ignored = map { $_ => 1 } qw(arch rates);

sub check_version {
   my ($r, $value) = @_;
   return if $value eq '1';
   return fail_line($r->{in}, 'this is version ' . quoted($value) . ' of the format, only 1 is known');
}

# desc: something about the part.
sub describe {
   my ($r, $text) = @_;
   $r->{part}{thread_name} = unescaped($1) if $text =~ /^Thread:\s*(.*)/;
   $r->{part}{trigger} = unescaped($1) if $text =~ /^Trigger:\s*(.*)/;
   push @{ $r->{p}{marks} }, unescaped($text) if $text =~ /^(?:Label|Region): /;
   $r->{p}{machines}{$1}{$2} = 1 if $text =~ /^($MACHINE):\s*(.*)/;
   note_description($r->{p}, $text);
   note_sampled_sets($r->{p}, $text);
   return;
}

# event: the long name of an event, or a formula for one.  Their names by level are known with events:, which follows.
sub note_event {
   my ($r, $text) = @_;
   push @{ $r->{part}{event_lines} }, $text;
   return;
}

# The formulas of each file are noted.
sub add_event_line {
   my ($r, $text) = @_;
   $text =~ s/\b((?:AcCost|SpLoss)[23])\b/$r->{part}{by_level}{$1} \/\/ $1/ge;
   my ($name, $formula) = $text =~ /^(\S+)\s*(?:=\s*([^:]*?)\s*(?::|\z))?/ or return;
   $r->{p}{event_lines}{$name} = $text;
   $r->{formulas}{$name}{$formula}{ $r->{part}{file} } = 1 if defined $formula;
   return;
}

# Formulas that not all files have alike hold for none of the sums.
sub drop_formulas {
   my ($r) = @_;
   my $n = keys %{ { map { $_->{file} => 1 } @{ $r->{p}{parts} } } };
   for my $name (sort keys %{ $r->{formulas} }) {
      next if defined $r->{p}{event_index}{$name};
      my @alike = values %{ $r->{formulas}{$name} };
      next if @alike == 1 && keys %{ $alike[0] } == $n;
      delete $r->{p}{event_lines}{$name};
      warn_user(printable("$name is left out: not all profiles have one formula for it"));
   }
   return;
}

# positions: what a cost line starts with.
sub set_positions {
   my ($r, $value) = @_;
   my @kinds = split ' ', $value;
   my %seen;
   fail_line($r->{in}, 'positions: knows only instr, bb and line')
      if !@kinds || grep { !/^(?:instr|bb|line)$/ || $seen{$_}++ } @kinds;
   cost_positions($r->{costs}, @kinds);
   return;
}

# events: the events of this part, and their indices among all events.
sub set_events {
   my ($r, $value) = @_;
   my @list = split ' ', $value;
   fail_line($r->{in}, 'events: names no event') if !@list;
   fail_line($r->{in}, 'events: names ' . @list . " events, more than the $EVENTS_MAX that can be read")
      if @list > $EVENTS_MAX;
   my %seen;
   for my $name (@list) {
      fail_line($r->{in}, 'events: names an event twice') if $seen{$name}++;
   }
   my $index = $r->{p}{event_index};
   $r->{part}{by_level} = { names_by_level(@list) };
   $r->{part}{events} = [ map { $index->{$_} //= push(@{ $r->{p}{events} }, $_) - 1 } @{ $r->{part}{by_level} }{@list} ];
   cost_events($r->{costs}, @{ $r->{part}{events} });
   $r->{events_known} = 1;
   return;
}

# Adds the figures of a totals: line.
sub add_totals {
   my ($r, $value) = @_;
   fail_line($r->{in}, 'totals: before events:') if !$r->{events_known};
   $value =~ /^\s*\d{1,20}(?:\s+\d{1,20})*\s*$/ || $value =~ /^\s*$/
      or fail_line($r->{in}, 'totals: with something other than figures');
   my @cost = split ' ', $value;
   my @map  = @{ $r->{part}{events} };
   fail_line($r->{in}, 'totals: has more figures than there are events') if @cost > @map;
   fail_line($r->{in}, 'a second totals: in one part') if $r->{part}{totals}++;
   $r->{p}{totals}[ $map[$_] ] += $cost[$_] for 0 .. $#cost;
   return;
}

# Starts a part.  Numbers of names start anew; events, positions and process are those of the part
# before.
sub start_part {
   my ($r, $last) = @_;
   $r->{part} = { map { $_ => $last->{$_} } qw(file creator pid cmd events by_level) };
   push @{ $r->{p}{parts} }, $r->{part};
   $r->{ids} = { ob => {}, fl => {}, fn => {} };
   $r->{ob} = $r->{fl} = $r->{fi} = intern($r->{p}, $NO_NAME, $r->{process});
   @$r{qw(fn cob cfi cfn)} = ();
   start_costs($r->{costs});
   $r->{in_body} = 0;
   return;
}

# Ends a part.  Tools that write totals: write it last, so a part without it is cut off.
sub end_part {
   my ($r) = @_;
   flush_costs($r->{costs});
   add_event_line($r, $_) for @{ delete $r->{part}{event_lines} // [] };
   if (!$r->{part}{totals}) {
      fail_line($r->{in}, 'the file is truncated: the part has no totals: line')
         if ($r->{part}{creator} // '') =~ /^(?:xgrind|callgrind)/;
      $r->{p}{has_totals} = 0;
   }
   return;
}

# A line KEY: VALUE.
sub read_header {
   my ($r, $line) = @_;
   $line =~ /^([a-z]+):[ \t]*(.*?)[ \t]*$/ or fail_line($r->{in}, strange($r->{in}, $line));
   my ($key, $value) = ($1, $2);
   return add_totals($r, $value) if $key eq 'totals';
   if ($key eq 'summary') {
      $value =~ /^[\d ]*$/ or fail_line($r->{in}, 'summary: with something other than figures');
      return;
   }
   if (!$header{$key} && !$ignored{$key}) {
      fail_line($r->{in}, strange($r->{in}, $line)) if !$r->{part}{seen} && !$r->{in_body};
      fail_line($r->{in}, "the header line $key: is not known");
   }
   if ($r->{in_body} || $r->{part}{totals}) {
      end_part($r);
      start_part($r, $r->{part});
   }
   $r->{part}{seen} = 1;
   $header{$key}->($r, $value) if $header{$key};
   return;
}

# --- Files -----------------------------------------------------------------

# Fails for a malformed cost line.
sub bad_cost {
   my ($r, $line) = @_;
   fail_line($r->{in}, 'costs before the events: line') if !$r->{events_known};
   fail_line($r->{in}, 'costs before the first fn=')    if !is_selected($r->{costs});
   fail_line($r->{in}, strange($r->{in}, $line)) if $line =~ /[\x00-\x08]/;
   return fail_cost_line($r->{costs}, $line);
}

# Any line that was not read in bulk.
sub read_line {
   my ($r, $line) = @_;
   if ($line =~ /^[0-9+*-]/) {
      add_cost_line($r->{costs}, $line) or bad_cost($r, $line);
      $r->{in_body} = 1;
      return;
   }
   return if $line eq '' || $line =~ /^\s+$/;
   if (substr($line, 0, 1) eq '#') {
      if (defined $r->{costs}{function} && $line =~ /^# loop: (\d{1,19})(?: (\d{1,19}) (\d{1,19}))?\z/) { add_iterations($r->{p}, $r->{costs}{function}, $1, $2, $3); }
      return;
   }
   my $equals = index $line, '=';
   my $action = $equals > 0 ? $body{ substr $line, 0, $equals } : undef;
   return read_header($r, $line) if !$action;
   fail_line($r->{in}, 'the body starts before the events: line') if !$r->{events_known};
   $r->{in_body} = 1;
   $action->($r, substr $line, $equals + 1);
   return;
}

# The index of a name that is known or defined here; undef: its line must be read on its own, as it
# may be wrong.
sub usual_name {
   my ($r, $space, $text) = @_;
   return $r->{ids}{$space}{$text} // ($text =~ /^\(\d+\) [^( \t]/ ? name_of($r, $space, $text) : undef);
}

# Reads a call in the usual form; others are read line by line.
sub read_usual_call {
   my ($r) = @_;
   my ($in_module, $in_file, $name, @call) = next_call($r->{costs}) or return 0;
   my $module = defined $in_module ? usual_name($r, 'ob', $in_module) : $r->{cob} // $r->{ob};
   my $file   = defined $in_file   ? usual_name($r, 'fl', $in_file)   : $r->{cfi} // $r->{fi};
   my $n      = $r->{ids}{fn}{$name} // usual_name($r, 'fn', $name);
   if (!defined $module || !defined $file || !defined $n) {
      unread_lines($r->{costs});
      return 0;
   }
   add_usual_call($r->{costs}, $r->{p}{function_index}{"$module,$file,$n"} // function_of($r->{p}, $module, $file, $n), @call);
   @$r{qw(cob cfi)} = ();
   return 1;
}

# The number of the process, or of the program that it ran, whose file this is; of a file that does not say it, one of its own.
sub process_of {
   my ($r, $file) = @_;
   my ($head) = split /^events:/m, $r->{in}{buffer};
   my @says = map { ($head // '') =~ /^$_:[ \t]*(.*)$/m ? $1 : '' } 'pid', 'cmd', 'desc: Run';
   my $key  = join "\0", $says[0] eq '' ? $file : '', @says;
   return $r->{p}{processes}{$key} //= 1 + keys %{ $r->{p}{processes} };
}

sub start_file {
   my ($r, $file) = @_;
   my $in = $r->{in} = open_input($file);
   # a pipe's end is not known
   $r->{size_B} = defined $r->{size_B} && -f $file ? $r->{size_B} + -s _ : undef;
   fail_line($in, 'this is a calling-context tree, which xgrind_annotate --tree=top-down and xgrind_export read') if $in->{buffer} =~ /\A# xgrind context tree\n/;
   $r->{events_known} = 0;
   read_from($r->{costs}, $in);
   cost_positions($r->{costs}, 'line');
   cost_events($r->{costs});
   $r->{process} = process_of($r, $file) if $r->{apart};
   start_part($r, { file => $file });
   return;
}

sub end_file {
   my ($r) = @_;
   fail_line($r->{in}, 'the file ends without an events: line') if !$r->{events_known};
   end_part($r);
   close_input(delete $r->{in});
   return;
}

# --- For others ------------------------------------------------------------

sub open_profiles {
   my ($files, %options) = @_;
   my $p = new_profile();
   return {
      p     => $p,
      left  => [@$files],               # those not read yet
      in    => undef,                   # the file that is read
      costs => new_costs($p, @options{qw(detail wants)}),
      fold  => $options{fold},
      apart => $options{apart},
      size_B       => 0,                # of the files so far; undef: not known
      process      => undef,            # with apart, the number of the file's process
      comments     => $options{comments},
      text         => $options{text},
      part         => undef,            # the current part's entry in the profile's parts
      in_body      => 0,                # was there a body line in this part?
      events_known => 0,                # had this file an events: line?
      formulas     => {},               # event -> formula -> file that has it -> 1
      ids          => {},               # space (ob, fl, fn) -> name as written -> index in names
      ob => undef, fl => undef, fi => undef, fn => undef,    # current position, as indices in names
      cob => undef, cfi => undef, cfn => undef,              # called position; undef: not in the file
   };
}

# What is kept grows with both; files that have far fewer costs than that, as nearly all are 0 and left out, are none of real programs.
sub check_size {
   my ($r) = @_;
   my ($functions, $events) = map { scalar @{ $r->{p}{$_} } } qw(functions events);
   my $costs = $functions * $events;
   return if $costs <= $COSTS_FEW;
   my $most = defined $r->{size_B} && $COSTS_OF_B * $r->{size_B} < $COSTS_MAX ? $COSTS_OF_B * $r->{size_B} : $COSTS_MAX;
   $most = $COSTS_FEW if $most < $COSTS_FEW;
   return if $costs <= $most;
   fail_line($r->{in}, "$functions functions with $events events need too much memory: at most $most costs can be read"
      . ($most < $COSTS_MAX ? ' of files of this size' : ''));
   return;
}

sub read_more {
   my ($r) = @_;
   if (!$r->{in}) {
      return 0 if !@{ $r->{left} };
      start_file($r, shift @{ $r->{left} });
   }
   do { read_costs($r->{costs}); } while read_usual_call($r);
   check_size($r);
   my $line = next_line($r->{in});
   if (defined $line) { read_line($r, $line); }
   else               { end_file($r); }
   return 1;
}

sub close_profiles {
   my ($r) = @_;
   drop_formulas($r);
   resolve_callees($r->{p});
   return $r->{p};
}

sub read_profiles {
   my $r = open_profiles(@_);
   1 while read_more($r);
   return close_profiles($r);
}

1;
