# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Names: functions, paths and other names as short texts, no two alike.
#
# Usage:
#   my $texts = short_functions(\@functions, $width);    # of [ module, file, name ], as function_names() gives
#   my $texts = short_names(\@names, $width);            # of names of functions without file and module
#   my $texts = short_texts(\@texts, $width);            # of anything else: only cut
#   my $texts = short_file_names(\@paths, $width);
#   my $texts = distinct_texts(\@items, $width);         # of other things, see there
#   set_full_names(1);                                   # whole names and paths from now on, whatever the width
#   full_names()
#   fitted($text, $width)       # one text: cut, unless names are whole
#
# Each returns a list of as many texts, in the same order: "matrix.c:ns::sum<> [libm.so]".  Equal names have
# equal texts, different ones different texts; the text of a name depends on which names there are, not on
# their order.  So give all the names of one table at once.  Texts are visible(): fit to be printed.
#
# What is left out, by default:
# - template arguments, signatures, return types, Rust's hashes (Xgrind::Text::CodeNames)
# - folders of files and modules, but for those that tell them apart (Xgrind::Text::Paths)
# - the file if it is not known or the same for all functions, the module if it is the same for all
# - what is longer than $width: module, file, scopes from the left ("...::Set<>::insert"), the middle
# Where two texts would be equal, these two get back as much as tells them apart: template arguments, the
# signature, the file, then other parts of the name than the start and end, and at last the whole, which
# may be longer than $width.

package Xgrind::Text::Names;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::CodeNames;
use Xgrind::Text::Paths;
use Xgrind::Text::Screen;

our @EXPORT = qw(short_functions short_names short_texts short_file_names distinct_texts fitted set_full_names full_names);

my $WIDTH_MIN = 12;    # less says nothing
my $BRIEF     = 0.6;   # of a text that is a short name and what tells it from others: what the name has at most
my $COLUMN_MAX_B = 16;    # of a column: a letter and what is put on it
my $END       = 0.6;   # of what is left of a name that is cut in the middle: its last part says most

my $full;

sub set_full_names {
   ($full) = @_;
   return;
}

sub full_names { return $full; }

# One text, such as a command line, which need not differ from others.
sub fitted {
   my ($text, $width) = @_;
   return $full ? visible($text) : cut(visible($text), $width);
}

# --- The parts of a function's text ----------------------------------------

sub is_known {
   my ($text) = @_;
   return $text ne '' && $text ne '???';
}

# The short texts of known paths.
sub short_known {
   my %known = map { $_ => 1 } grep { is_known($_) } @_;
   return short_paths(keys %known);
}

# Those of paths that are worth to be shown: there must be at least two.
sub telling_paths {
   my ($short) = @_;
   return keys %$short < 2 ? {} : { map { $_ => visible($short->{$_}) } keys %$short };
}

sub joined {
   my ($file, $name, $module) = @_;
   return ($file ne '' ? "$file:" : '') . $name . ($module ne '' ? " [$module]" : '');
}

# Everything that is known about a function.
sub whole {
   my ($module, $file, $name) = map { visible($_) } @_;
   return joined(is_known($file) ? $file : '', $name eq '' ? '???' : $name, is_known($module) ? $module : '');
}

# --- Texts of one function, the best ones first ----------------------------

# A name without scopes from the left, as many as fit.
sub without_scopes {
   my ($name, $width) = @_;
   return if columns_of($name) <= $width;
   my $room = $width - 3;
   my $most_B = $name =~ /[^\x00-\x7f]/ ? $COLUMN_MAX_B * $room : $room;
   pos($name) = length($name) - $most_B if length $name > $most_B;    # what is before cannot fit
   my @at;
   push @at, $-[0] while $name =~ m{::|/}g;
   # a later rest is never wider
   my ($first, $end) = (0, scalar @at);
   while ($first < $end) {
      my $middle = int(($first + $end) / 2);
      if (columns_of(substr $name, $at[$middle]) > $room) { $first = $middle + 1; }
      else                                                { $end   = $middle; }
   }
   for my $at (@at[ $first .. $#at ]) {
      my $rest = '...' . substr $name, $at;
      next if $rest =~ tr/<// != $rest =~ tr/>// || $rest =~ tr/{// != $rest =~ tr/}// || $rest =~ tr/(// != $rest =~ tr/)//;
      return length $rest > 3 + 8 ? $rest : ();
   }
   return;
}

# A function's text with this form of its name: the best one that fits.
sub fitting {
   my ($function, $name, $width) = @_;
   my ($file, $module) = @$function{qw(file_text module_text)};
   for my $text (joined($file, $name, $module), joined($file, $name, ''), $name) {
      return $text if columns_of($text) <= $width;
   }
   return without_scopes($name, $width) // cut($name, $width, $END);
}

# The pieces of a text that tell it from all others: around the first character that does so, and before it.
sub telling_pieces {
   my ($item, $width) = @_;
   my ($whole, $at) = @$item{qw(whole tells_at)};
   return if columns_of($whole) <= $width;
   my $half  = int($width / 2);
   my $piece = cut_piece($whole, $at - int(($width - $half - 6) / 2), $width - $half);
   return (
      cut_piece($whole, $at - int(($width - 6) * 2 / 3), $width),
      brief_and_piece($item, $width), cut($item->{brief}, $half) . $piece, cut($whole, $half) . $piece,
   );
}

# A piece of a text from a character on, with dots where something is missing.
sub cut_piece {
   my ($text, $from, $width) = @_;
   $from = 0 if $from < 0;
   my $rest = $from ? '...' . skipped($text, $from) : $text;
   return cut($rest, $width);
}

# What follows the first bytes of a text, from the next character on.
sub skipped {
   my ($text, $from) = @_;
   return substr($text, $from) =~ s/\A[\x80-\xbf]+//r;
}

# A name behind the start of its file's path, the folder that tells it from others: the name whole, or cut, too.
sub cut_files {
   my ($file, $name, $width) = @_;
   return if $file !~ m{/};
   my $room = int($width * (1 - $END));
   return (cut_between('', $file, ":$name", $width) // '', cut($file, $room) . ':' . cut($name, $width - $room - 1, $END));
}

# The forms of a name.  Of one with templates, only those that fit: what is left of a longer one when it is cut
# is not its name, but a part of its arguments.
sub forms_that_tell {
   my ($name, $width) = @_;
   my ($brief, @longer) = code_name_forms($name);
   @longer = grep { columns_of($_) <= $width } @longer if $brief =~ /<>/;
   return ($brief, @longer);
}

# What a function may be called, while there is more than cutting to try.
sub function_text {
   my ($function, $n, $width) = @_;
   my $name = $function->{name};
   return fitting($function, $function->{is_code} ? code_name($name) : $name, $width) if !$n;
   my @forms = @{ $function->{forms} //= [ $function->{is_code} ? forms_that_tell($name, $width) : $name ] };
   return fitting($function, $forms[$n], $width) if $n < @forms;
   $n -= @forms;
   my ($file, $module) = @$function{qw(file_text module_text)};
   my @texts = (cut_files($file, $forms[0], $width), $module ne '' && cut_between("$forms[0] [", $module, ']', $width) || '', joined($file, $forms[0], $module), joined($file, $forms[-1], $module));
   @texts = grep { $_ ne '' } @texts;
   return $n < @texts ? cut($texts[$n], $width, $END) : undef;
}

# The texts that an item may have after all that it suggests itself; only the last ones may be longer than the width.
sub last_text {
   my ($item, $n, $width) = @_;
   my $whole = $item->{whole};
   # a short name beside what tells it apart, where there is one
   my $brief = $item->{brief} =~ /<>/ ? 1 : 0;
   return brief_and_piece($item, $width) if $brief && !$n;
   $n -= $brief;
   return cut($whole, $width, ($END, 0, 0.5, 1)[$n]) if $n < 4;
   my @pieces = telling_pieces($item, $width);
   return $pieces[ $n - 4 ] if $n - 4 < @pieces;
   return (prefix_that_tells($item), $whole, "$whole #$item->{number}")[ $n - 4 - @pieces ];
}

# A short name in so many columns: its last part, if that fits, else the end.
sub end_of_name {
   my ($brief, $width) = @_;
   my @parts = index($brief, '::') < 0 ? $brief : split /(?<=::)/, $brief;
   my $end = pop @parts;
   my $columns = columns_of($end);
   while (@parts && ($columns += columns_of($parts[-1])) <= $width) { $end = pop(@parts) . $end; }
   return cut($end, $width, 1);
}

# "__insertion_sort<>...tor<double*"
sub brief_and_piece {
   my ($item, $width) = @_;
   my $brief = end_of_name($item->{brief}, int($width * $BRIEF));
   my $room  = $width - columns_of($brief);
   return cut($item->{whole}, $width, $END) if columns_of($item->{whole}) <= $width || $item->{tells_at} <= int(($room - 6) / 2);
   return $brief . cut_piece($item->{whole}, $item->{tells_at} - int(($room - 6) / 2), $room);
}

# The start of a text up to what tells it from all others.
sub prefix_that_tells {
   my ($item) = @_;
   my ($whole, $at) = @$item{qw(whole tells_at)};
   return $whole if $at + 4 >= length $whole;
   my $end = $at + 1;
   $end++ while substr($whole, $end, 1) =~ /[\x80-\xbf]/;
   return substr($whole, 0, $end) . '...';
}

# --- Texts that differ -----------------------------------------------------

# How many characters two texts have in common at their starts.
sub common {
   my ($x, $y) = @_;
   my $differ = $x ^ $y;
   return $differ =~ /[^\0]/ ? $-[0] : length $differ;
}

# Where each text begins to differ from all others, and its number among equal ones.
sub number_items {
   my (@items) = @_;
   my @sorted = sort { $a->{whole} cmp $b->{whole} || $a->{key} cmp $b->{key} } @items;
   my $before = 0;
   for my $i (0 .. $#sorted) {
      my $after = $i < $#sorted ? common($sorted[$i]{whole}, $sorted[ $i + 1 ]{whole}) : 0;
      $sorted[$i]{tells_at} = $before > $after ? $before : $after;
      $sorted[$i]{number}   = $i && $sorted[$i]{whole} eq $sorted[ $i - 1 ]{whole} ? $sorted[ $i - 1 ]{number} + 1 : 1;
      $before = $after;
   }
   return;
}

# Gives each item a text.  In turn, those without one take their next text; it is theirs if no other item has it or would
# take it now.
sub give_texts {
   my ($items, $width) = @_;
   my @waiting = @$items;
   my %taken;
   for (my $n = 0; @waiting; $n++) {
      number_items(@$items) if $n == 1;
      my %times;
      for my $item (@waiting) {
         $item->{brief} //= $item->{is_code} ? code_name($item->{name}) : $item->{whole};
         my $text = $item->{is_cut} ? undef : $item->{tries}->($item, $n, $width);
         $text = last_text($item, $item->{is_cut}++ // 0, $width) if !defined $text;
         $item->{text} = $text;
         $times{$text}++;
      }
      my @still;
      for my $item (@waiting) {
         my $text = $item->{text};
         if ($times{$text} > 1 || $taken{$text}) { push @still, $item; }
         else                                    { $taken{$text} = 1; }
      }
      @waiting = @still;
   }
   return;
}

# Whole texts; those that are alike although their items are not are numbered.
sub give_whole_texts {
   my (@items) = @_;
   my %times;
   $times{ $_->{whole} }++ for @items;
   number_items(@items) if grep { $_ > 1 } values %times;
   $_->{text} = $_->{whole} . ($times{ $_->{whole} } > 1 ? " #$_->{number}" : '') for @items;
   return;
}

# Items are hashes: "key" (items with equal keys get equal texts), "whole" (everything, visible()) and "tries", a
# function that gets the item, a number from 0 on and the width, and returns a text, the best one first; undef
# after the last one.  What is longer than the width is to be cut by then.
sub distinct_texts {
   my ($items, $width) = @_;
   my %of;
   $of{ $_->{key} } //= {%$_} for @$items;
   if ($full) { give_whole_texts(values %of); }
   else       { give_texts([ values %of ], $width < $WIDTH_MIN ? $WIDTH_MIN : $width); }
   return [ map { $of{ $_->{key} }{text} } @$items ];
}

# --- Functions, and others -------------------------------------------------

# The key of a function, equal for equal ones.
sub key_of { return join "\0", @{ $_[0] }; }

sub short_functions {
   my ($functions, $width, $is_other) = @_;
   my %of;
   $of{ key_of($_) } //= { names => $_ } for @$functions;
   my ($modules, $files) = map { my $i = $_; [ map { $_->{names}[$i] } values %of ] } 0, 1;
   my ($whole_module, $whole_file) = map { $full ? stripped_paths(@$_) : short_known(@$_) } $modules, $files;
   my ($module_text, $file_text)   = map { $full ? {} : telling_paths($_) } $whole_module, $whole_file;
   for my $key (keys %of) {
      my ($module, $file, $name) = @{ $of{$key}{names} };
      $of{$key} = { key => $key, is_code => !$is_other, name => $name eq '' ? '???' : visible($name), tries => \&function_text,
         whole     => whole($whole_module->{$module} // '', $whole_file->{$file} // '', $name),
         file_text => $file_text->{$file} // '', module_text => $module_text->{$module} // '' };
   }
   return distinct_texts([ map { $of{ key_of($_) } } @$functions ], $width);
}

sub short_names {
   my ($names, $width) = @_;
   return short_functions([ map { [ '', '', $_ ] } @$names ], $width);
}

sub short_texts {
   my ($texts, $width) = @_;
   return short_functions([ map { [ '', '', $_ ] } @$texts ], $width, 1);
}

sub short_file_names {
   my ($paths, $width) = @_;
   my $short = $full ? stripped_paths(@$paths) : short_paths(@$paths);
   return short_texts([ map { $short->{$_} } @$paths ], $width);
}

1;
