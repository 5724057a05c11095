# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::CallTreeText: a call tree as lines of text.
#
# Usage:
#   print_call_tree($paths, { kind => 'top-down', event => 'Ir', percent => 1, depth => undef, inclusive => 0 });
#   # $paths: of Xgrind::Tree::CallPaths or ::Estimate
#
# A line is a bar, the node's share of the program's cost, its cost, from the top also its self cost's share, and the
# name.  Functions below one other are branches if there are several; a single one has its caller's indentation.
# Where branches would leave no room for names, only the innermost ones are drawn, after "+N", the number of the others.
#
# The tree is gone through twice: first for the names and the indentation, which names' room depends on.

package Xgrind::Annotate::CallTreeText;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;
use Xgrind::Tree::Walk;

our @EXPORT = qw(print_call_tree);

my $HIGH_PERCENT = 10;    # what is at least that is painted
my $BAR    = 10;          # columns
my $INDENT = 3;           # columns of a branch
my $NAME   = 30;          # columns that names have at least, or half of the room
my $HIDDEN = 8;           # columns of "+100000 "
# Columns of the screen that these columns of the tree need.
my $WIDTH_BAR  = 72;
my $WIDTH_COST = 56;

my %PLAIN = (branch => '|- ', last => '`- ', line => '|  ', bar => [ '', ('') x 3, ('#') x 4 ], full => '#');
# Box drawing, and blocks of an eighth of a column and more, in UTF-8.
my %BOXES = (
   branch => "\xe2\x94\x9c\xe2\x94\x80 ", last => "\xe2\x94\x94\xe2\x94\x80 ", line => "\xe2\x94\x82  ",
   bar    => [ '', map { "\xe2\x96" . chr(0x90 - $_) } 1 .. 7 ], full => "\xe2\x96\x88",
);

# What a tree is drawn with: boxes only where a terminal shows them.
sub drawing {
   my ($charset) = grep { defined && $_ ne '' } @ENV{qw(LC_ALL LC_CTYPE LANG)};
   return -t STDOUT && ($charset // '') =~ /utf-?8/i ? \%BOXES : \%PLAIN;
}

# A share of the program's cost as a bar.
sub bar_text {
   my ($draw, $percent) = @_;
   my $eighths = int($percent * $BAR * 8 / 100 + 0.5);
   $eighths = $BAR * 8 if $eighths > $BAR * 8;
   my $whole = int $eighths / 8;
   my $text  = $draw->{full} x $whole . $draw->{bar}[ $eighths % 8 ];
   return $text . ' ' x ($BAR - columns_of($text));
}

# The functions of the lines, and how deep branches go.
sub survey {
   my ($paths, $how) = @_;
   my ($level, %functions) = (0);
   walk($paths, $how, sub {
      my ($node, $at) = @_;
      $functions{ $node->[1] } = 1;
      $level = $at->{level} if $at->{level} > $level;
   });
   return ($level, sort { $a <=> $b } keys %functions);
}

# The texts of functions: names, with file and module where names are equal or only addresses.
sub texts_of {
   my ($paths, $width, @functions) = @_;
   my %names = map { $_ => [ $paths->{names}->($_) ] } @functions;
   my %n;
   $n{ $_->[2] }++ for values %names;
   my @long  = grep { full_names() || $n{ $names{$_}[2] } > 1 || $names{$_}[2] =~ /^0x[0-9a-f]+\z/ } @functions;
   my %is_long = map { $_ => 1 } @long;
   my @short = grep { !$is_long{$_} } @functions;
   my %text;
   @text{@long}  = @{ short_functions([ @names{@long} ], $width) };
   @text{@short} = @{ short_names([ map { $names{$_}[2] } @short ], $width) };
   return \%text;
}

# What a line has room for.
sub layout {
   my ($paths, $how) = @_;
   my ($level, @functions) = survey($paths, $how);
   my $width = screen_width();
   my %l = (draw => drawing(), width => $width, how => $how, total => $paths->{total}, cycle_of => $paths->{cycle_of} // []);
   $l{cost} = length commas($paths->{total}) if $width >= $WIDTH_COST;
   $l{cost} = length $how->{event} if defined $l{cost} && $l{cost} < length $how->{event};
   $l{has_bar}  = $width >= $WIDTH_BAR;
   $l{has_self} = $how->{kind} eq 'top-down';
   $l{room} = $width - ($l{has_bar} ? $BAR + 2 : 0) - 8 - (defined $l{cost} ? $l{cost} + 2 : 0) - ($l{has_self} ? 8 : 0);
   $l{levels} = $level;
   my $least = $l{room} < 2 * $NAME ? int $l{room} / 2 : $NAME;
   if ($l{room} - $INDENT * $level < $least) {
      my $levels = int(($l{room} - $least - $HIDDEN) / $INDENT);
      $l{levels} = $levels < 1 ? 1 : $levels;
   }
   my $names = $l{room} - $INDENT * $l{levels} - ($l{levels} < $level ? $HIDDEN : 0);
   $l{name} = texts_of($paths, $names, @functions);
   $l{longer} = longer_texts($l{name}, texts_of($paths, $l{room}, @functions));
   return \%l;
}

# Texts for lines that have more room than others: a text that another function has is not among them.
sub longer_texts {
   my ($short, $long) = @_;
   my %taken = map { $_ => 1 } values %$short;
   return { map { $_ => $taken{ $long->{$_} } ? $short->{$_} : $long->{$_} } keys %$long };
}

# The branches to the left of a name; those of a line that continues a name are without "- ".
sub branches {
   my ($l, $at, $continues) = @_;
   my $level = $at->{level};
   my $from  = $level > $l->{levels} ? $level - $l->{levels} + 1 : 1;
   my $text  = $from > 1 ? '+' . ($from - 1) . ' ' : '';
   $text .= $at->{more}[$_] ? $l->{draw}{line} : '   ' for $from .. $level - 1;
   return $text if !$level;
   return $text . ($at->{more}[$level] ? $l->{draw}{line} : '   ') if $continues || !$at->{is_branch};
   return $text . $l->{draw}{ $at->{more}[$level] ? 'branch' : 'last' };
}

sub left_out_text {
   my ($l, $n, $cost) = @_;
   return commas($n) . ' more: ' . percent($cost, $l->{total});
}

# What is to be said of a node besides its costs.
sub notes {
   my ($l, $node, $at) = @_;
   my @notes;
   push @notes, 'cycle ' . ($l->{cycle_of}[ $node->[1] ] + 1) if defined $l->{cycle_of}[ $node->[1] ];
   push @notes, 'recursive ' . commas($node->[3]) . 'x' if $node->[3];
   push @notes, left_out_text($l, $at->{n_left}, $at->{left}) if $at->{n_left};
   # the end of a path needs no words
   push @notes, percent($at->{begins}, $l->{total}) . ' begins here' if $at->{begins} > 0 && ($at->{n_below} || $at->{n_left});
   return @notes ? '(' . join('; ', @notes) . ')' : '';
}

# The columns before the name.
sub figures {
   my ($l, $node) = @_;
   my ($cost, undef, $self) = @$node;
   my $share = share($cost, $l->{total});
   my $text  = $l->{has_bar} ? bar_text($l->{draw}, $share) . '  ' : '';
   $text .= sprintf '%6s  ', percent($cost, $l->{total});
   $text .= sprintf "%$l->{cost}s  ", commas($cost) if defined $l->{cost};
   $text .= sprintf '%6s  ', percent($self, $l->{total}) if $l->{has_self};
   return $share >= $HIGH_PERCENT ? paint('red', $text) : $text;
}

sub print_node {
   my ($l, $node, $at) = @_;
   my $before = branches($l, $at, 0);
   my $notes  = notes($l, $node, $at);
   my $left   = $l->{room} - columns_of($before);
   my $name   = $l->{longer}{ $node->[1] };
   $name = $l->{name}{ $node->[1] } if columns_of($name) > $left;
   print figures($l, $node), $before, $name;
   if ($notes eq '') { print "\n"; return; }
   if (columns_of($name) + 2 + columns_of($notes) <= $left) { print "  $notes\n"; return; }
   my $blanks = ' ' x ($l->{width} - $l->{room});
   print "\n", map { $blanks . branches($l, $at, 1) . "$_\n" } wrapped($notes, $left);
   return;
}

# The titles of the columns.
sub title {
   my ($l) = @_;
   my ($kind, $inclusive) = @{ $l->{how} }{qw(kind inclusive)};
   my $share = $kind eq 'top-down' || $inclusive ? 'incl.' : 'self';
   my $text  = ($l->{has_bar} ? ' ' x ($BAR + 2) : '') . sprintf '%6s  ', $share;
   $text .= sprintf "%$l->{cost}s  ", $l->{how}{event} if defined $l->{cost};
   $text .= sprintf '%6s  ', 'self' if $l->{has_self};
   return $text . ($kind eq 'top-down' ? 'function, below it what it calls' : 'function, below it its callers');
}

sub print_call_tree {
   my ($paths, $how) = @_;
   my $l = layout($paths, $how);
   print_title(cut(title($l), $l->{width}));
   my ($is_first, $had_below) = (1, 0);
   my ($n_left, $left) = walk($paths, $how, sub {
      my ($node, $at) = @_;
      if ($at->{depth} == 1) {
         print "\n" if !$is_first && ($had_below || $at->{n_below});
         ($is_first, $had_below) = (0, $at->{n_below});
      }
      print_node($l, $node, $at);
   });
   print "Nothing has a cost in this event.\n" if $is_first && !$n_left;
   # inclusive costs of functions that call each other do not add up
   my $has_sum = $how->{kind} eq 'top-down' || !$how->{inclusive};
   print "\n(", $has_sum ? left_out_text($l, $n_left, $left) : commas($n_left) . ' more', ")\n" if $n_left;
   return;
}

1;
