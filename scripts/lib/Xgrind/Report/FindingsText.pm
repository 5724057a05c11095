# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Report::FindingsText: the report for people.
#
# Usage:
#   print_report($data, $report, { top => 5, stacks => 'no' });    # of Xgrind::Data::Misses, ::Findings
#   object_text($object)                 # "heap main (loop.c:3: table) [loop]"

package Xgrind::Report::FindingsText;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min);
use Xgrind::Data::ThreadNames;
use Xgrind::Findings::Bytes;
use Xgrind::Findings::CodeLines;
use Xgrind::Findings::Remedies;
use Xgrind::Findings::Thresholds;
use Xgrind::Findings::TriedLayouts;
use Xgrind::Findings::Waiting;
use Xgrind::Findings::Walks;
use Xgrind::Objects::Labels;
use Xgrind::Objects::ObjectNames;
use Xgrind::Objects::Texts;
use Xgrind::Objects::Variables;
use Xgrind::Report::Layout;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;

our @EXPORT = qw(print_report object_text);

my $LINES_MAX   = 8;    # lines of code, objects and threads of a finding that are printed
my $CALLS_SHORT = 3;    # calls of an allocation without --stacks
my $CALLS_OF    = 4;    # objects whose calls are printed without --stacks

my $CODE_MIN    = 1;    # per cent of the misses of the first line that one must have to be printed
my $CLASS_MIN   = 0.1;  # per cent that a class must have to be printed

my %CLASS_TEXT = (Cold => 'cold', Cap => 'capacity', Conf => 'conflict', True => 'true sharing', False => 'false sharing');
my %TYPE_TEXT  = (conflict => 'Conflict misses', capacity => 'Capacity misses', 'true-sharing' => 'True sharing', 'false-sharing' => 'False sharing');

# --- Words -----------------------------------------------------------------

# A number with a noun.
sub count_text {
   my ($n, $noun, $plural) = @_;
   return commas(int($n + 0.5)) . ' ' . ($n == 1 ? $noun : $plural // "${noun}s");
}

# A share, exact enough to compare with a threshold.
sub share_text {
   my ($share) = @_;
   return $share >= 10 ? sprintf('%.1f%%', $share) : $share >= 1 ? sprintf('%.2f%%', $share) : sprintf('%.3g%%', $share);
}

# The classes that are not next to nothing.
sub main_classes {
   my ($classes) = @_;
   my $sum = 0;
   $sum += $classes->{$_} // 0 for qw(Cold Cap Conf True False);
   return ($sum, grep { share($classes->{$_} // 0, $sum) >= $CLASS_MIN } qw(Cold Cap Conf True False));
}

# Classes by size: "conflict 90.0%, cold 10.0%".
sub classes_text {
   my ($classes) = @_;
   my ($sum, @names) = main_classes($classes);
   return join ', ', map { "$CLASS_TEXT{$_} " . share_text(share($classes->{$_}, $sum)) }
      sort { $classes->{$b} <=> $classes->{$a} || $a cmp $b } @names;
}

# A line of code as Xgrind::Objects::Texts wants it.
sub code_of {
   my ($function, $line) = @_;
   return { name => $function->{name}, file => $function->{file}, line => $line, module => '' };
}

sub object_text {
   my ($object) = @_;
   my $text = $object->{name};
   $text = "$object->{kind} $text" if index($text, $object->{kind}) < 0;
   my $inner = join ': ', grep { $_ ne '' } base_name($object->{place}), variable_of($object) // '';
   $text .= " ($inner)" if $inner ne '';
   $text .= ' [' . base_name($object->{module}) . ']' if $object->{module} ne '';
   return $text;
}

# --- The program -----------------------------------------------------------

sub print_program {
   my ($data, $report) = @_;
   my $program = $report->{program};
   my $profile = $data->{profile};
   print_title('Serious cache misses');
   print_entry('File:',    $profile->{file});
   print_entry('Command:', $profile->{command});
   print_entry('Program:', count_text($profile->{instructions}, 'instruction') . ($program->{is_modelled} ? ', ' . count_text($program->{cycles}, 'cycle') . ' estimated' : ''));
   my $waiting = $report->{waiting} && waiting_text($report->{waiting});
   print_entry('Waiting:', "$waiting: see below") if $waiting;
   print_entry('Loads:',   commas($program->{loads}) . ', of which ' . commas($program->{load_misses}) . ' miss D1 (' . share_text($program->{load_share}) . ')');
   print_entry('Stores:',  commas($program->{stores}) . ', of which ' . commas($program->{store_misses}) . ' miss D1 (' . share_text($program->{store_share}) . ')');
   for my $level (@{ $program->{levels} }) {
      my $classes = $level->{misses} ? classes_text($level->{classes}) : '';
      print_entry("$level->{level}:", count_text($level->{misses}, 'miss', 'misses') . ($classes eq '' ? '' : ": $classes"));
   }
   print "\n";
   return;
}

# Why there are no findings.
sub print_nothing {
   my ($data, $report) = @_;
   my ($program, $threshold) = @$report{qw(program thresholds)};
   if (defined $report->{part}) {
      print_paragraph("Nothing serious in $report->{part}: no finding could save $threshold->{saving}% of its cycles, or too few misses of it were sampled.");
      return;
   }
   if ($report->{is_short}) {
      print_paragraph('The run is too short to say what is wrong with it: '
            . ($program->{is_modelled} ? count_text($program->{cycles}, 'cycle') . ' are estimated' : 'it has ' . count_text($data->{profile}{instructions}, 'instruction'))
            . ', and starting a program takes some hundred thousand. Let it do more work.');
      return;
   }
   if (my ($most) = @{ $report->{minor} }) {
      my $n = @{ $report->{minor} };
      print_paragraph('Nothing serious: ' . ($n == 1 ? 'the only finding' : "the largest one of $n findings") . ', ' . lc($TYPE_TEXT{ $most->{type} })
            . (is_sharing($most->{type}) ? '' : " in $most->{level}") . ($most->{is_modelled}
               ? ', could save ' . ($most->{is_bound} ? 'up to ' : 'about ') . count_text($most->{saving}, 'cycle') . ', ' . share_text($most->{saving_percent}) . " of the estimated ones, which is less than $threshold->{saving}%."
               : ', has ' . count_text($most->{misses}, 'miss', 'misses') . ', too few to matter.'));
      return;
   }
   if ($program->{could_be_serious}) {
      print_paragraph('Nothing serious: ' . ($program->{is_serious} && @{ $data->{classes} }
            ? "no line of code has $threshold->{'code-misses'}% of the misses and $threshold->{'code-accesses'}% of the accesses, with conflict or capacity misses"
               : 'no miss classes to look at')
            . ", and no sharing could cost $threshold->{'line-misses'}% of the D1 misses and $threshold->{'line-accesses'}% of the accesses.");
      return;
   }
   print_paragraph('Nothing serious: ' . share_text($program->{load_share}) . " of the loads miss D1, less than $threshold->{'load-misses'}%, and "
         . share_text($program->{store_share}) . " of the stores, less than $threshold->{'store-misses'}%"
         . ($program->{is_modelled} ? '; misses that are not cold cost ' . share_text(share($program->{miss_cycles}, $program->{cycles})) . " of the cycles, less than $threshold->{'miss-cycles'}%." : '.'));
   return;
}

# --- Findings --------------------------------------------------------------

# At most $LINES_MAX of a list, and how many are left.
sub some_of {
   my (@list) = @_;
   my $rest = @list > $LINES_MAX + 1 ? @list - $LINES_MAX : 0;
   splice @list, $LINES_MAX if $rest;
   return ($rest, @list);
}

# Prints some of a list, the label before the first; $more: how many the list is without.
sub print_some {
   my ($label, $noun, $print, $more, @list) = @_;
   (my $rest, @list) = some_of(@list);
   $rest += $more;
   for my $entry (@list) {
      $print->($label, $entry);
      $label = '';
   }
   print_entry('', "and $rest more $noun" . ($rest == 1 ? '' : 's')) if $rest;
   return;
}

# What could happen.
sub possible_text {
   my ($finding) = @_;
   return 'not known: the profile does not list these lines of memory' if !defined $finding->{weight};
   return count_text($finding->{weight}, 'miss', 'misses') . ' if the threads run at once (true sharing '
      . commas($finding->{weight_true}) . ', false sharing ' . commas($finding->{weight_false}) . ')';
}

# Which accesses these are.
sub exposed_text {
   my ($finding) = @_;
   my ($true, $false) = @$finding{qw(exposed_true exposed_false)};
   return count_text($true + $false, 'access', 'accesses') . ' while other threads write ' . ($finding->{n_lines} == 1 ? 'the line' : 'these lines')
      . ': ' . commas($true) . ' to bytes that they write, ' . commas($false) . ' to others';
}

sub print_numbers {
   my ($finding) = @_;
   my ($level, $misses) = @$finding{qw(level misses)};
   if (is_sharing($finding->{type})) {
      print_entry('Possible', possible_text($finding));
      print_entry('Accesses', exposed_text($finding)) if $finding->{exposed_true} || $finding->{exposed_false};
      print_entry('Simulated', count_text($misses, 'miss', 'misses') . ', ' . share_text($finding->{share}) . ' of those of D1 (true sharing '
            . commas(int($finding->{true} + 0.5)) . ', false sharing ' . commas(int($finding->{false} + 0.5)) . ')'
            . (defined $finding->{invalidations} ? '; ' . count_text($finding->{invalidations}, 'invalidation') : ''));
   } else {
      print_entry('Misses', commas(int($misses + 0.5)) . ', ' . share_text($finding->{share}) . " of those of $level");
      my (undef, @classes) = main_classes($finding->{classes});
      print_entry('Classes', 'of all misses of this code: ' . classes_text($finding->{classes})) if @classes > 1;
      for my $also (@{ $finding->{also} }) {
         print_entry('Also', lc($TYPE_TEXT{ $also->{type} }) . " in $also->{level}: " . commas(int($also->{misses} + 0.5)) . ', ' . share_text($also->{share})
               . " of those of $also->{level} (all misses of this code there: " . classes_text($also->{classes}) . ')');
      }
   }
   print_entry('When', $finding->{when}) if defined $finding->{when};
   print_entry('Saving', ($finding->{is_bound} ? 'up to ' : 'about ') . count_text($finding->{saving}, 'cycle') . ', ' . share_text($finding->{saving_percent}) . ' of '
         . ($finding->{saving} > $finding->{simulated} ? 'those that the program would then take' : $finding->{of_part} ? 'the estimate of this part of the run' : 'the estimate of the program')) if $finding->{is_modelled};
   return;
}

sub print_code {
   my ($finding) = @_;
   my @code = @{ $finding->{code} };
   # a line with a few misses says nothing; of sharing, accesses count
   @code = grep { at_least($_->{misses}, $code[0]{misses}, $CODE_MIN) } @code if !is_sharing($finding->{type});
   my (undef, @list) = some_of(@code);
   my @rests = map { count_text($_->{misses}, 'miss', 'misses') . ' of ' . count_text($_->{accesses}, 'access', 'accesses') } @list;
   my @texts = @{ code_texts([ map { code_of($_->{function}, $_->{line}) } @list ], line_room(@rests)) };
   print_some('Code', 'line', sub { print_line($_[0], shift @texts, shift @rests) }, @{ $finding->{code} } - @code, @code);
   return;
}

# The calls that allocated an object; if not all, those from the one that gives it its name on, as those in it are of a
# library.
sub print_stack {
   my ($object, $max) = @_;
   my @all   = @{ $object->{stack} // [] };
   my @stack = @all;
   if (defined $max) {
      shift @stack while @stack && $object->{frame} && $stack[0] != $object->{frame};
      @stack = @all if !@stack;
      splice @stack, $max if @stack > $max;
   }
   my $rest = @all - @stack;
   print_line('', "  < $_", '') for @{ code_texts([ map { code_of($_, $_->{line}) } @stack ], line_room('') - 4) };
   print_line('', "  < and $rest more", '') if $rest;
   return;
}

# The line of the program for which code misses that is not its own.
sub print_caller {
   my ($finding) = @_;
   my $caller = $finding->{caller} // return;
   my $place = code_texts([ { name => $caller->{function}, file => $caller->{file} // '', line => $caller->{line} // 0, module => '' } ], line_room(''))->[0];
   print_entry('Called in', "$place, which calls " . code_name($caller->{calls}) . ', ' . share_text($caller->{percent}) . ' of what this code misses');
   return;
}

sub print_objects {
   my ($finding, $opt) = @_;
   my $n     = 0;
   my $whole = $opt->{stacks} eq 'yes';
   my (undef, @list) = some_of(@{ $finding->{objects} });
   my @rests = map {
      my $object = $_->{object};
      bytes_text($object->{size_B}) . ($object->{count} > 1 ? ' in ' . commas($object->{count}) . ' allocations' : '')
         . ($_->{misses} ? ', ' . count_text($_->{misses}, 'miss', 'misses') : '')
         . ($_->{also} ? ', ' . count_text($_->{also}{misses}, 'miss', 'misses') . " of $_->{also}{level}" : '')
   } @list;
   my @texts = @{ object_texts([ map { $_->{object} } @list ], line_room(@rests), { kind => 1 }) };
   print_some(@{ $finding->{objects} } > 1 ? 'Objects' : 'Object', 'object', sub {
      my ($label, $entry) = @_;
      print_line($label, shift @texts, shift @rests);
      print_stack($entry->{object}, $whole ? undef : $CALLS_SHORT) if $whole || $n++ < $CALLS_OF;
   }, 0, @{ $finding->{objects} });
   return;
}

# How the code walks through the objects, those that it walks through alike together.
sub print_walks {
   my ($finding) = @_;
   my (%objects, @order);
   for my $entry (grep { $_->{walk} } @{ $finding->{objects} }) {
      my $text = walk_text($entry->{walk});
      push @order, $text if !$objects{$text};
      push @{ $objects{$text} }, $entry->{object};
   }
   my $several = @order > 1;
   print_some('Walk', 'walk', sub {
      my ($label, $text) = @_;
      my @names = map { variable_of($_) // $_->{name} } @{ $objects{$text} };
      my $more  = @names > 3 ? @names - 2 : 0;
      splice @names, 2 if $more;
      print_entry($label, ($several ? join(', ', @names) . ($more ? " and $more more" : '') . ': ' : '') . $text);
   }, 0, @order);
   return;
}

sub use_of_lines {
   my ($counted) = @_;
   return share_text($counted->{unused}) . ' of the bytes loaded into D1 are never used'
      . (defined $counted->{accesses_per_load} ? sprintf(', a line is accessed %.1f times', $counted->{accesses_per_load}) : '');
}

# How well lines are used, of each object, as one remedy need not be good for all.
sub print_use {
   my ($finding) = @_;
   my @objects = grep { defined $_->{unused} } @{ $finding->{objects} };
   if (@objects > 1) {
      my @labels = object_labels(map { $_->{object} } @objects);
      return print_some('Line use', 'object', sub { print_entry($_[0], shift(@labels) . ': ' . use_of_lines($_[1])) }, 0, @objects);
   }
   my $counted = $objects[0] // $finding;
   print_entry('Line use', use_of_lines($counted)) if defined $counted->{unused};
   return;
}

sub print_sets {
   my ($finding) = @_;
   my $sets = $finding->{sets} // return;
   my @many = @{ $sets->{many} };
   print_entry('Sets', commas($sets->{n}) . (defined $sets->{n_sets} ? ' of ' . commas($sets->{n_sets}) : '') . ' sets have '
         . share_text($sets->{share}) . ' of all conflict misses of D1; ' . commas(scalar @many) . ' ha' . (@many == 1 ? 's' : 've')
         . ' many misses' . (@many && @many <= $LINES_MAX ? ': ' . join(', ', @many) : ''));
   return;
}

# --- Sharing ---------------------------------------------------------------

# "0-7, 16"
sub ranges_text {
   my (@ranges) = @_;
   return join ', ', map { $_->[0] == $_->[1] ? $_->[0] : "$_->[0]-$_->[1]" } @ranges;
}

# "reads bytes 0-7, writes bytes 0-3", or "" if it uses none; of what bytes_used() gives for both.
sub use_text {
   my ($read, $written) = @_;
   return "reads and writes bytes $read" if $read eq $written && $read ne '';
   return join ', ', ($read eq '' ? () : "reads bytes $read"), $written eq '' ? () : "writes bytes $written";
}

# The bytes of a line that a finding is about, counted from the start of its only allocation, if there is one
# and if that is told; else from the start of the line.
sub bytes_used {
   my ($entry, $hex, $in_object) = @_;
   my %is_part = map { $_ => 1 } @{ $entry->{parts} };
   my @pieces  = grep { !%is_part || defined $_->{allocation} && $is_part{ $_->{allocation} } } pieces_of($entry, $hex);
   return ranges_text(sort { $a->[0] <=> $b->[0] } map {
      my $shift = $in_object || !defined $_->{allocation} ? 0 : $entry->{allocations}[ $_->{allocation} ]{start} - $entry->{address};
      map { [ map { $_ + $shift } @$_ ] } @{ $_->{ranges} }
   } @pieces);
}

# The bytes of a line that an allocation has.
sub bytes_had {
   my ($entry, $allocation, $line_B) = @_;
   my $first = max(0, $allocation->{start} - $entry->{address});
   my $last  = min($line_B, $allocation->{start} + $allocation->{size_B} - $entry->{address}) - 1;
   return ranges_text([ $first, max($first, $last) ]);
}

# "bytes 0-7": what allocations of several objects, or threads, are in a line.
sub print_allocations {
   my ($data, $entry) = @_;
   my $line_B = $data->{profile}{line_B}{D1} // 64;
   my @list = @{ $entry->{allocations} }[ @{ $entry->{parts} } ];
   my $use   = use_of_allocations($entry);
   my @uses  = map { my $of = $use->{$_}; $of->{reads} + $of->{writes} ? ', ' . count_text($of->{reads}, 'read') . ', ' . count_text($of->{writes}, 'write') : '' } @{ $entry->{parts} };
   my @rests = map { bytes_text($list[$_]{size_B}) . ($list[$_]{thread} ? ', allocated by thread ' . thread_words($data->{profile}, $list[$_]{thread}) : '') . $uses[$_] } 0 .. $#list;
   my @bytes = map { '  bytes ' . bytes_had($entry, $_, $line_B) . ': ' } @list;
   my %object = map { $_ => $data->{object}{$_} } grep { defined } map { $_->{object} } @list;
   my @ids    = sort { $a <=> $b } grep { $object{$_} } keys %object;
   my $texts  = object_texts([ @object{@ids} ], line_room(map { $bytes[$_] . $rests[$_] } 0 .. $#list), { kind => 1 });
   my %text;
   @text{@ids} = @$texts;
   print_line('', $bytes[$_] . (defined $list[$_]{object} ? $text{ $list[$_]{object} } // 'unknown' : 'unknown'), $rests[$_]) for 0 .. $#list;
   return;
}

sub print_sharing {
   my ($data, $finding) = @_;
   my $entry     = $finding->{heaviest} // return;
   my $in_object = $finding->{n_lines} == 1 && @{ $entry->{parts} } == 1;
   print_entry('Lines', count_text($finding->{n_lines}, 'line') . ' of memory, used by ' . count_text(scalar @{ $finding->{threads} }, 'thread')
         . ($finding->{n_lines} > 1 ? '; that with most weight' : '; it') . sprintf(' is at 0x%x', $entry->{address})
         . '; bytes are counted from the start of ' . ($in_object ? 'the object' : $finding->{n_lines} > 1 ? 'that line' : 'the line'));
   print_allocations($data, $entry) if @{ $entry->{parts} } > 1;
   my @uses = map { [ $_, use_text(map { bytes_used($entry, $_, $in_object) } @$_{qw(read_bytes written_bytes)}) ] } @{ $entry->{threads} };
   print_some('Threads', 'thread', sub {
      my ($label, $use) = @_;
      my ($thread, $text) = @$use;
      print_entry($label, 'thread ' . thread_words($data->{profile}, $thread->{thread}) . " $text (" . count_text($thread->{reads}, 'read') . ', ' . count_text($thread->{writes}, 'write') . ')');
   }, 0, grep { $_->[1] ne '' } @uses);
   return;
}

sub print_finding {
   my ($data, $finding, $opt) = @_;
   my $title = "$finding->{rank}. $TYPE_TEXT{ $finding->{type} }" . (is_sharing($finding->{type}) ? '' : " in $finding->{level}");
   $title .= ", caused by the $finding->{origin}";
   print_title($title);
   print_numbers($finding);
   print_code($finding);
   print_caller($finding);
   print_objects($finding, $opt);
   print_entry('Lines', count_text($finding->{many_lines}, 'line') . ' of memory in ' . (@{ $finding->{objects} } > 1 ? 'them ' : 'it ') . ($finding->{many_lines} == 1 ? 'has many misses' : 'have many misses each')) if $finding->{many_lines} && !is_sharing($finding->{type});
   print_walks($finding);
   print_use($finding);
   print_sets($finding);
   print_sharing($data, $finding);
   print_entry('Remedy', $finding->{remedy});
   print_entry('Layout', layout_text($finding->{layout})) if $finding->{layout};
   print "\n";
   return;
}

# What savings are.
sub savings_text {
   my ($report) = @_;
   return 'What a fix saves is not known without a model of the processor (--machine=native)' if !$report->{program}{is_modelled};
   return 'Savings are what the model of the processor has charged for these misses'
      . ((grep { is_sharing($_->{type}) } @{ $report->{findings} }) ? ', and of sharing, as a bound, what the possible ones would take' : '');
}

sub print_report {
   my ($data, $report, $opt) = @_;
   print_program($data, $report);
   my @findings = @{ $report->{findings} };
   my $shown    = min($opt->{top}, scalar @findings);
   print_finding($data, $_, $opt) for @findings[ 0 .. $shown - 1 ];
   print_paragraph(count_text(@findings - $shown, 'more finding') . ' not shown; --top=' . @findings . ' shows all') if $shown < @findings;
   print_nothing($data, $report) if !@findings && (@{ $data->{classes} } || @{ $data->{sharing} });
   print_paragraph(savings_text($report) . '; remedies are suggestions. ' . ((grep { is_layout($_->{remedy_name}) && !$_->{layout} } @findings) ? 'What other layouts save, xgrind --advise-layout simulates; only'
         : 'Only') . ' a measurement shows what they bring.') if @findings;
   print_paragraph($_) for @{ $report->{notes} };
   return;
}

1;
