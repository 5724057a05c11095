# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Reader: reads files in Callgrind's format, of any tool.
#
# Usage:
#   my $profile = read_profiles(\@files, detail => 'lines', fold => 1);    # or fails
#
# Adds up all parts of all files.  detail says how much is kept (Xgrind::Profile::Model
# lists it): functions, lines, all.  With fold, recursion levels (name'2) are
# one function.  Functions are told apart by module (ob=), file (fl=) and name; costs
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
use Xgrind::Profile::FullCosts;
use Xgrind::Profile::LineUse;
use Xgrind::Profile::Model;
use Xgrind::Text::LevelNames;
use Xgrind::Text::Messages;

our @EXPORT = qw(read_profiles);

my $EVENTS_MAX = 1000;

my $p;                 # the profile
my $fold;              # drop recursion levels?
my $keeps_jumps;       # do jumps matter?
my $part;              # the current part's entry in its parts
my $in_body;           # was there a body line in this part?
my $events_known;      # had this file an events: line?
my %formulas;          # event -> formula -> file that has it -> 1
my %ids;               # space (ob, fl, fn) -> name as written -> index in names
my ($ob, $fl, $fi, $fn);      # current position, as indices in names
my ($cob, $cfi, $cfn);        # called position; undef: not in the file
my ($jfi, $jfn);              # target of a jump

# --- Names -----------------------------------------------------------------

# The index of a name as written: "name", "(id) name" or "(id)".
# A '(' that no number follows belongs to the name: "(below main)".
sub name_of {
   my ($space, $text) = @_;
   my $known = $ids{$space}{$text};
   return $known if defined $known;
   $text =~ s/^[ \t]+//;
   if ($text =~ /^(\(\d+\))[ \t]*(.*)$/s) {
      my ($id, $name) = ($1, $2);
      fail_line("the name $id was not defined before")
         if $name eq '' && !defined $ids{$space}{$id};
      return $ids{$space}{$id} if $name eq '';
      return $ids{$space}{$id} = intern($p, folded($space, unnested($space, $name)));
   }
   return $ids{$space}{$text} = intern($p, folded($space, $text));
}

# A name made of others, "(3)'2'(4)": its function and the callers.
sub unnested {
   my ($space, $name) = @_;
   return $name if $name !~ /^\(\d+\)(?:'(?:\d+|\(\d+\)))*\z/;
   $name =~ s{(\(\d+\))}{
      defined $ids{$space}{$1} ? $p->{names}[ $ids{$space}{$1} ] : fail_line("the name $1 was not defined before")
   }gex;
   return $name;
}

# The name of a function without its recursion levels; other names unchanged.
sub folded {
   my ($space, $name) = @_;
   $name =~ s/(?<=.)'\d+(?='|$)//gs if $fold && $space eq 'fn';
   return $name;
}

# --- Lines of the body -----------------------------------------------------

sub select_function {
   my $f = function_of($p, $ob, $fl, $fn);
   $p->{defined}[$f] = 1;
   select_costs($f, $fi);
   return;
}

# The next line, which must exist, as it belongs to the one before.
sub following_line {
   my ($what) = @_;
   return next_line() // fail_line("the file ends before the line that must follow $what");
}

# calls= and the line after it: the inclusive cost of the calls.
sub read_call {
   my ($value) = @_;
   my ($count, @there) = split ' ', $value;
   fail_line('calls= without a number')       if ($count // '') !~ /^\d{1,20}\z/;
   my $line = following_line('calls=');
   fail_line('calls= without cfn= before it') if !defined $cfn;
   fail_line('calls= before the first fn=')   if !is_selected();
   my $callee = function_of($p, $cob // $ob, $cfi // $fi, $cfn);
   add_call($callee, $count, \@there, $line) or fail_line('calls= must have a cost line after it');
   undef $cob;
   undef $cfi;
   undef $cfn;
   return;
}

# jump= or jcnd= and the line after it: where the jump is.
sub read_jump {
   my ($what, $value) = @_;
   my ($counts, @there) = split ' ', $value;
   my $line = following_line("$what=");
   fail_line("$what= before the first fn=") if !is_selected();
   add_jump($what, $counts, \@there, $line, $jfi // $fi, $jfn // $fn)
      or fail_line("$what= must have a line with only a position after it");
   undef $jfi;
   undef $jfn;
   return;
}

# Body lines KEY=VALUE: what to do with VALUE.
my %body = (
   ob   => sub { $ob  = name_of('ob', $_[0]); },
   fl   => sub { $fl  = $fi = name_of('fl', $_[0]); },
   fi   => sub { select_costs(undef, $fi = name_of('fl', $_[0])); },
   fe   => sub { select_costs(undef, $fi = name_of('fl', $_[0])); },
   fn   => sub { $fn  = name_of('fn', $_[0]); $fi = $fl; select_function(); },
   cob  => sub { $cob = name_of('ob', $_[0]); },
   cfi  => sub { $cfi = name_of('fl', $_[0]); },
   cfl  => sub { $cfi = name_of('fl', $_[0]); },
   cfn  => sub { $cfn = name_of('fn', $_[0]); },
   jfi  => sub { $jfi = name_of('fl', $_[0]); },
   jfn  => sub { $jfn = name_of('fn', $_[0]); },
   frfn => sub { name_of('fn', $_[0]); },
   rec   => sub { },
   calls => \&read_call,
   jump => sub {
      $_[0] =~ /^\s*\d+\s/ or fail_line('jump= without a number and a position');
      read_jump('jump', $_[0]);
   },
   jcnd => sub {
      $_[0] =~ m{^\s*\d+/\d+\s} or fail_line('jcnd= without N/N and a position');
      read_jump('jcnd', $_[0]);
   },
);

# --- Lines of the header ---------------------------------------------------

# Header lines KEY: VALUE with a meaning here.
my %header = (
   version   => sub { $_[0] eq '1' or fail_line('this is version ' . quoted($_[0]) . ' of the format, only 1 is known'); },
   pid       => sub { $part->{pid}  = $_[0]; },
   cmd       => sub { $part->{cmd}  = $_[0]; },
   part      => sub { $part->{part} = $_[0]; },
   thread    => sub { $part->{thread} = $_[0]; },
   creator   => sub { $part->{creator} = $_[0]; },
   desc      => \&describe,
   event     => \&note_event,
   positions => \&set_positions,
   events    => \&set_events,
);

# Header lines that are known and not needed.
my %ignored = map { $_ => 1 } qw(arch rates);

# desc: something about the part.
sub describe {
   my ($text) = @_;
   $part->{trigger} = $1 if $text =~ /^Trigger:\s*(.*)/;
   push @{ $p->{marks} }, $text if $text =~ /^(?:Label|Region): /;
   note_description($p, $text);
   return;
}

# event: the long name of an event, or a formula for one.  Their names by level are known with events:, which follows.
sub note_event {
   push @{ $part->{event_lines} }, @_;
   return;
}

# The formulas of each file are noted.
sub add_event_line {
   my ($text) = @_;
   $text =~ s/\b((?:AcCost|SpLoss)[23])\b/$part->{by_level}{$1} \/\/ $1/ge;
   my ($name, $formula) = $text =~ /^(\S+)\s*(?:=\s*([^:]*?)\s*(?::|\z))?/ or return;
   $p->{event_lines}{$name} = $text;
   $formulas{$name}{$formula}{ $part->{file} } = 1 if defined $formula;
   return;
}

# Formulas that not all files have alike hold for none of the sums.
sub drop_formulas {
   my $n = keys %{ { map { $_->{file} => 1 } @{ $p->{parts} } } };
   for my $name (sort keys %formulas) {
      next if defined $p->{event_index}{$name};
      my @alike = values %{ $formulas{$name} };
      next if @alike == 1 && keys %{ $alike[0] } == $n;
      delete $p->{event_lines}{$name};
      warn_user(printable("$name is left out: not all profiles have one formula for it"));
   }
   return;
}

# positions: what a cost line starts with.
sub set_positions {
   my ($value) = @_;
   my @kinds = split ' ', $value;
   my %seen;
   fail_line('positions: knows only instr, bb and line')
      if !@kinds || grep { !/^(?:instr|bb|line)$/ || $seen{$_}++ } @kinds;
   cost_positions(@kinds);
   return;
}

# events: the events of this part, and their indices among all events.
sub set_events {
   my ($value) = @_;
   my @list = split ' ', $value;
   fail_line('events: names no event') if !@list;
   fail_line('events: names ' . @list . " events, more than the $EVENTS_MAX that can be read")
      if @list > $EVENTS_MAX;
   my %seen;
   for my $name (@list) {
      fail_line('events: names an event twice') if $seen{$name}++;
   }
   my $index = $p->{event_index};
   $part->{by_level} = { names_by_level(@list) };
   $part->{events} = [ map { $index->{$_} //= push(@{ $p->{events} }, $_) - 1 } @{ $part->{by_level} }{@list} ];
   cost_events(@{ $part->{events} });
   $events_known = 1;
   return;
}

# Adds the figures of a totals: line.
sub add_totals {
   my ($value) = @_;
   fail_line('totals: before events:') if !$events_known;
   $value =~ /^\s*\d{1,20}(?:\s+\d{1,20})*\s*$/ || $value =~ /^\s*$/
      or fail_line('totals: with something other than figures');
   my @cost = split ' ', $value;
   my @map  = @{ $part->{events} };
   fail_line('totals: has more figures than there are events') if @cost > @map;
   fail_line('a second totals: in one part') if $part->{totals}++;
   $p->{totals}[ $map[$_] ] += $cost[$_] for 0 .. $#cost;
   return;
}

# Starts a part.  Numbers of names start anew; events, positions and process are those of the part
# before.
sub start_part {
   my ($last) = @_;
   $part = { map { $_ => $last->{$_} } qw(file creator pid cmd events by_level) };
   push @{ $p->{parts} }, $part;
   %ids = (ob => {}, fl => {}, fn => {});
   $ob = $fl = $fi = intern($p, '???');
   undef $_ for $fn, $cob, $cfi, $cfn, $jfi, $jfn;
   start_costs();
   next_full_part();
   $in_body = 0;
   return;
}

# Ends a part.  Tools that write totals: write it last, so a part without it is cut off.
sub end_part {
   flush_costs();
   add_event_line($_) for @{ delete $part->{event_lines} // [] };
   if (!$part->{totals}) {
      fail_line('the file is truncated: the part has no totals: line')
         if ($part->{creator} // '') =~ /^(?:xgrind|callgrind)/;
      $p->{has_totals} = 0;
   }
   return;
}

# A line KEY: VALUE.
sub read_header {
   my ($line) = @_;
   $line =~ /^([a-z]+):[ \t]*(.*?)[ \t]*$/ or fail_line(strange($line));
   my ($key, $value) = ($1, $2);
   return add_totals($value) if $key eq 'totals';
   if ($key eq 'summary') {
      $value =~ /^[\d ]*$/ or fail_line('summary: with something other than figures');
      return;
   }
   if (!$header{$key} && !$ignored{$key}) {
      fail_line(strange($line)) if !$part->{seen} && !$in_body;
      fail_line("the header line $key: is not known");
   }
   if ($in_body || $part->{totals}) {
      end_part();
      start_part($part);
   }
   $part->{seen} = 1;
   $header{$key}->($value) if $header{$key};
   return;
}

# --- Files -----------------------------------------------------------------

# Fails for a malformed cost line.
sub bad_cost {
   my ($line) = @_;
   fail_line('costs before the events: line') if !$events_known;
   fail_line('costs before the first fn=')    if !is_selected();
   fail_line(strange($line)) if $line =~ /[\x00-\x08]/;
   fail_line('this cost line has more figures than there are events')
      if $line =~ /^[-+*x0-9a-fA-F \t]+$/ && has_too_many($line);
   return fail_line('this cost line is malformed');
}

# Any line that was not read in bulk.
sub read_line {
   my ($line) = @_;
   if ($line =~ /^[0-9+*-]/) {
      add_cost_line($line) or bad_cost($line);
      $in_body = 1;
      return;
   }
   return if $line eq '' || substr($line, 0, 1) eq '#' || $line =~ /^\s+$/;
   my $equals = index $line, '=';
   my $action = $equals > 0 ? $body{ substr $line, 0, $equals } : undef;
   return read_header($line) if !$action;
   fail_line('the body starts before the events: line') if !$events_known;
   $in_body = 1;
   $action->(substr $line, $equals + 1);
   return;
}

# The index of a name that is known or defined here; undef: its line must be read on its own, as it
# may be wrong.
sub usual_name {
   my ($space, $text) = @_;
   return $ids{$space}{$text} // ($text =~ /^\(\d+\) [^( \t]/ ? name_of($space, $text) : undef);
}

# Reads a call in the usual form; others are read line by line.
sub read_usual_call {
   my ($in_module, $in_file, $name, @call) = next_call() or return 0;
   my $module = defined $in_module ? usual_name('ob', $in_module) : $cob // $ob;
   my $file   = defined $in_file   ? usual_name('fl', $in_file)   : $cfi // $fi;
   my $n      = $ids{fn}{$name} // usual_name('fn', $name);
   if (!defined $module || !defined $file || !defined $n) {
      unread_lines();
      return 0;
   }
   add_usual_call($p->{function_index}{"$module,$file,$n"} // function_of($p, $module, $file, $n), @call);
   undef $cob;
   undef $cfi;
   return 1;
}

# Reads a jump in the usual form.
sub read_usual_jump {
   my ($in_file, $name, @jump) = next_jump() or return 0;
   my $file = defined $in_file ? usual_name('fl', $in_file) : $jfi // $fi;
   my $n    = defined $name    ? usual_name('fn', $name)    : $jfn // $fn;
   if (!defined $file || !defined $n) {
      unread_lines();
      return 0;
   }
   add_usual_jump($file, $n, @jump);
   undef $jfi;
   undef $jfn;
   return 1;
}

# Reads one file.
sub read_file {
   my ($file) = @_;
   open_input($file);
   fail_line('this is a calling-context tree, which xgrind_annotate --tree=top-down and xgrind_export read') if $buffer =~ /\A# xgrind context tree\n/;
   $events_known = 0;
   cost_positions('line');
   cost_events();
   start_part({ file => $file });
   while (1) {
      do { read_costs(defined $jfi || defined $jfn); } while read_usual_call() || $keeps_jumps && read_usual_jump();
      my $line = next_line();
      last if !defined $line;
      read_line($line);
   }
   fail_line('the file ends without an events: line') if !$events_known;
   end_part();
   close_input();
   return;
}

# The sum of some files.
sub read_profiles {
   my ($files, %options) = @_;
   $p    = new_profile();
   $fold = $options{fold};
   $keeps_jumps = $options{detail} eq 'all';
   keep_costs($p, $options{detail});
   %formulas = ();
   read_file($_) for @$files;
   drop_formulas();
   finish_full() if $keeps_jumps;
   resolve_callees($p);
   return $p;
}

1;
