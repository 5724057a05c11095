# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::AdviceText: advice on layouts, to read.
#
# Usage:
#   print_layouts($name, \%advice);    # of the program; what Xgrind::Layout::AdviceJson takes

package Xgrind::Layout::AdviceText;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename dirname);
use List::Util qw(uniq);
use Xgrind::Layout::Declarations;
use Xgrind::Source::Files;
use Xgrind::Source::Folders;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Lists;
use Xgrind::Text::Messages;
use Xgrind::Text::Screen;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;

our @EXPORT = qw(print_layouts);

my $LABEL   = 10;     # columns
my $WIDTH   = 100;
my $WORSE   = 3;      # functions that are named
my $OBJECTS = 4;
my $NAMED   = 3;      # sources that are named

sub entry {
   my ($label, $text) = @_;
   print_wrapped($text, '   ' . padded($label, $LABEL), $WIDTH);
   return;
}

# Without a model, nobody has estimated cycles: KCachegrind's formula stands for them.
sub whose_cycles { my ($before) = @_; return $before->{is_modelled} ? 'the estimated cycles' : q(KCachegrind's cycles); }

# "12.3 % of the estimated cycles".
sub saving_text {
   my ($before, $change) = @_;
   return sprintf '%.1f %% of %s', 100 * $change->{saved} / $before->{cycles}, whose_cycles($before);
}

# The changes of misses and of bytes loaded, by level.
sub levels_text {
   my ($change) = @_;
   my ($shared, $left) = @{ $change->{shared} };
   my @texts = $shared == $left ? () : 'that cores could cause each other ' . commas($shared) . ' to ' . commas($left);
   push @texts, map {
      my $level = $_;
      my $text  = "$level->{level} " . commas($level->{before}) . ' to ' . commas($level->{after});
      $text .= ', bytes loaded ' . bytes_text($level->{loaded_before}) . ' to ' . bytes_text($level->{loaded_after}) if $level->{loaded_before};
      $text
   } grep { $_->{before} != $_->{after} } @{ $change->{levels} };
   return join '; ', @texts;
}

sub cost_text {
   my ($before, $one) = @_;
   my @texts;
   my $more_B = int($one->{candidate}{more_B} + 0.5);
   push @texts, bytes_text($more_B) . ' more memory' if $more_B;
   my @worse = @{ $one->{change}{worse} };
   push @texts, map { sprintf '%s takes %.1f %% of the cycles more', code_name($_->[0]), 100 * $_->[1] / $before->{cycles} } @worse[ 0 .. (@worse < $WORSE ? $#worse : $WORSE - 1) ];
   return @texts ? join '; ', @texts : 'no more memory; no function has more misses worth 0.1 %';
}

# What belongs into which array, or comes first.
sub members_text {
   my ($candidate) = @_;
   return ': ' . join ' | ', map { pieces_text(@$_) } grep { @$_ } @{ $candidate->{parts} } if $candidate->{parts};
   return ': ' . pieces_text(@{ $candidate->{order} }) if $candidate->{order};
   return '';
}

sub print_one {
   my ($n, $before, $one) = @_;
   my $candidate = $one->{candidate};
   my @names = uniq map { $_->{name} } @{ $candidate->{units} };
   splice @names, $OBJECTS - 1, @names, @names - $OBJECTS + 1 . ' more' if @names > $OBJECTS;
   print_wrapped(join(', ', @names) . ': saves ' . saving_text($before, $one->{change}), padded("$n.", 3), $WIDTH);
   entry('Layout', $candidate->{what} . members_text($candidate));
   entry('Misses', levels_text($one->{change}));
   entry('Costs', cost_text($before, $one));
   # in one line, to paste
   print '   ', padded('Try', $LABEL), $one->{try}, "\n";
   my @lines = declarations($candidate->{units}[0], $candidate);
   print "\n", map { "      $_\n" } @lines if @lines;
   print "\n";
   return;
}

sub fewest_text {
   my ($before, $one) = @_;
   my ($level) = @{ $one->{change}{levels} };
   return sprintf 'Fewest misses of %s, %s of %s, are left by %s; but misses of data take %.1f %% of the cycles of the model, as a processor loads what it foresees, and does other work meanwhile.',
      $level->{level}, commas($level->{after}), commas($level->{before}), join(', ', @{ $one->{candidate}{what_if} }), 100 * $before->{waiting};
}

sub together_text {
   my ($before, $together, $n) = @_;
   my @with = @{ $together->{numbers} };
   my %is_with = map { $_ => 1 } @with;
   my @without = grep { !$is_with{$_} } 1 .. $n;
   my @texts = @with == 1 ? () : ((@without ? all_of(@with) . ' together' : 'Together they') . ' save ' . saving_text($before, $together->{change}) . '.');
   push @texts, 'Together with ' . (@with == 1 ? $with[0] : 'these') . ', ' . all_of(@without) . (@without > 1 ? ' save' : ' saves') . ' nothing more.' if @without;
   return join ' ', @texts;
}

# Lines whose data can have no layout, as it would be for others, too; '' if there are none.
sub mixed_text {
   my (@units) = @_;
   return '' if !@units;
   return all_of(map { $_->{pattern} } @units) . (@units > 1 ? ' each allocate' : ' allocates')
      . ' things of several types, which would all get one layout: where each type is allocated in a line of its own, layouts of it are tried, too.';
}

# Members of structures are in sources; '' if all of them could be read.
sub unread_text {
   my (@sources) = @_;
   return '' if !@sources;
   # first those for which there is an option
   @sources = ((grep { may_be_proposed(dirname($_)) } @sources), grep { !may_be_proposed(dirname($_)) } @sources);
   my $names = join ', ', map { printable(basename($_)) } @sources > $NAMED ? @sources[ 0 .. $NAMED - 1 ] : @sources;
   my $more  = @sources > $NAMED ? ' and ' . (@sources - $NAMED) . ' more' : '';
   my $text  = "The members of structures in $names$more are not known, as these sources lie outside the folders that are read";
   return "$text." if !may_be_proposed(dirname($sources[0]));
   return "$text: --source-root=" . shell_word(dirname($sources[0])) . ' reads ' . (@sources > 1 ? 'the first.' : 'it.');
}

sub print_layouts {
   my ($name, $advice) = @_;
   my ($before, $best, $together, $fewest) = @$advice{qw(before best together fewest)};
   my $mixed = mixed_text(@{ $advice->{mixed} });
   if (!@$best) {
      print_wrapped(join(' ', 'No layout that was simulated saves 1 % of ' . whose_cycles($before) . " of $name.", $fewest ? fewest_text($before, $fewest) : (), $mixed || (), unread_text(sources_kept_back()) || ()), '', $WIDTH);
      return;
   }
   print "\n";
   print_title("Layouts of data for $name, as simulated");
   my $n = 0;
   print_one(++$n, $before, $_) for @$best;
   print_wrapped(together_text($before, $together, scalar @$best), '', $WIDTH) if $together;
   for my $text (grep { $_ ne '' } $mixed, unread_text(sources_kept_back())) { print_wrapped($text, '', $WIDTH); }
   print_wrapped(($before->{is_modelled} ? 'Estimated cycles are those of the model of the processor' : 'KCachegrind\'s cycles are instructions, and latencies of misses; --machine=native has those of a processor')
      . '; the rewritten code may need other instructions.', '', $WIDTH);
   return;
}

1;
