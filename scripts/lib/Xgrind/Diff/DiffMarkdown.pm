# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Diff::DiffMarkdown: the difference of two profiles in about ten lines of Markdown, as a comment on a change.
#
# Usage:
#   print_diff_markdown($diff, { %$selection, what => 'self' }, $functions, @exceeded);    # sentences about limits

package Xgrind::Diff::DiffMarkdown;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Diff::DiffColumns;
use Xgrind::Diff::Differences;
use Xgrind::Text::Names;
use Xgrind::Text::Screen;

our @EXPORT = qw(print_diff_markdown);

my $TOTALS    = 3;     # of the program, in the table
my $FUNCTIONS = 5;
my $NAME      = 60;    # columns of a function

# A name that can be seen whole (Xgrind::Text::Names), as code in a table: nothing in it is Markdown.
sub code {
   my ($text) = @_;
   $text =~ s/\|/\\|/g;
   my ($longest) = sort { $b <=> $a } map { length } $text =~ /(`+)/g;
   my $fence = '`' x (1 + ($longest // 0));
   my $space = $text =~ /^`|`\z/ ? ' ' : '';
   return "$fence$space$text$space$fence";
}

# Words that are no Markdown.
sub plain {
   my ($text) = @_;
   return visible($text) =~ s/([\\`*_{}\[\]<>#|~\@])/\\$1/gr;
}

sub row { return '| ' . join(' | ', @_) . " |\n"; }

# What has changed in a column: "+30 (+3.00%)".
sub change_text {
   my ($column, $before, $after) = @_;
   return '' if !defined $before || !defined $after;
   my $text = signed($column, difference($before, $after));
   return is_sum($column) ? "$text (" . change_percent($before, $after) . ')' : $text;
}

# One sentence: limits that are exceeded, or what has happened to what is sorted by.
sub headline {
   my ($selection, @exceeded) = @_;
   return join('. ', map { '**' . plain($_) . '**' } @exceeded) . '.' if @exceeded;
   my $column = $selection->{sort};
   my ($before, $after) = @{ $column->{program} };
   my $name = plain($column->{key});
   return "No change: $name is " . figure($column, $after) . ', as before.' if ($before // '') eq ($after // '');
   return "**$name " . ($after > $before ? 'rose' : 'fell') . '** from ' . figure($column, $before) . ' to ' . figure($column, $after)
      . (is_sum($column) ? ', ' . change_percent($before, $after) : '') . '.';
}

# The program's totals that have changed: what is sorted by first.
sub changed_totals {
   my ($selection) = @_;
   my @columns = grep { my ($x, $y) = @{ $_->{program} }; defined $x && defined $y && $x != $y } map { $_->{column} } @{ $selection->{shown} };
   my @first   = grep { $_ == $selection->{sort} } @columns;
   my @all     = (@first, grep { $_ != $selection->{sort} } @columns);
   return @all > $TOTALS ? @all[ 0 .. $TOTALS - 1 ] : @all;
}

sub print_diff_markdown {
   my ($diff, $selection, $functions, @exceeded) = @_;
   print headline($selection, @exceeded), "\n";
   my @totals = changed_totals($selection);
   my @rows   = @$functions > $FUNCTIONS ? @$functions[ 0 .. $FUNCTIONS - 1 ] : @$functions;
   return if !@totals && !@rows;
   my ($sort, $what) = @$selection{qw(sort what)};
   print "\n", row('', 'before', 'after', 'change'), "|---|--:|--:|--:|\n";
   for my $column (@totals) {
      my ($before, $after) = @{ $column->{program} };
      my $title = $column->{title} eq $column->{key} ? '' : ', ' . plain($column->{title} =~ s/^([A-Z])(?=[a-z])/lc $1/er);
      print row('**' . plain($column->{key}) . "**$title", figure($column, $before), figure($column, $after), change_text($column, $before, $after));
   }
   my $names = short_functions([ map { $_->{names} } @rows ], $NAME);
   for my $i (0 .. $#rows) {
      my ($before, $after) = map { value_of($sort, $rows[$i]{$what}, $_) } 0, 1;
      print row(code($names->[$i]), figure($sort, $before), figure($sort, $after), change_text($sort, $before, $after));
   }
   print "\n", plain($sort->{key}), ' of functions', ($what eq 'inclusive' ? ' with what they call' : ''), ', ', scalar(@rows), ' of ', scalar(@$functions), " that differ.\n"
      if @$functions > @rows;
   return;
}

1;
