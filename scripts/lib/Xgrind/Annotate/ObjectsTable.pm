# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::ObjectsTable: memory objects as a table to read.
#
# Usage:
#   print_objects($profile, {
#      columns => columns_of($profile),
#      shown => [ $column, ... ], keys => [ $column, ... ],   # of Xgrind::Objects::ObjectColumns
#      is_chosen => 1,            # shown was: then none is left out
#      objects => [ ... ],        # to print, in their order
#      hidden => 3,               # how many more there are
#      filters => 'kind heap',    # in words, or ''
#      lines => 1, members => 0, stacks => 0, threshold => 99 });

package Xgrind::Annotate::ObjectsTable;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::ThreadNames;
use Xgrind::Findings::Walks;
use Xgrind::Objects::MemberUse;
use Xgrind::Objects::Members;
use Xgrind::Objects::ObjectColumns;
use Xgrind::Objects::Texts;
use Xgrind::Text::Levels;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Table;

our @EXPORT = qw(print_objects);

# Which columns stay when there is not room for all, the most telling ones first; a column for loads and one for
# stores are one before any is left out.  After the figure by which objects are sorted.
my @TELLING = (
   qw(Cycles DLm DLmr DLmw D1m D1mr D1mw size kind Unused1 UnusedLL), (map { "Unused$_" } @BETWEEN), (map { ("${_}m", "${_}mr", "${_}mw") } @BETWEEN),
   qw(Dr Dw DTm DTmr DTmw count thread)
);

my $WITH_CODE = 40;   # columns of names at least where code or members are named

# --- Cells -----------------------------------------------------------------

# The figure of an object or of one of its lines.
sub figure_text {
   my ($column, $owner, $object) = @_;
   my $value = $column->{value}->($owner, $object);
   return '-' if !defined $value;
   return sprintf $column->{format} // '%.1f%%', $value if $column->{is_share};
   my $error = $owner == $object ? $column->{error}->($object) : undef;
   my $text  = commas(int($value + 0.5));
   $text .= ' +-' . commas(int($error + 0.5)) if defined $error;
   return "$text (" . percent($value, $column->{total}) . ')';
}

# The rows of the table: hashes with an owner of figures and its object, and what is to be named.
sub rows_of {
   my ($profile, $list) = @_;
   my @rows;
   for my $object (@{ $list->{objects} }) {
      push @rows, {} if @rows && ($list->{lines} || $list->{members} || $list->{stacks});
      push @rows, { owner => $object, object => $object, is_high => is_high($list, $object) };
      push @rows, use_rows($profile, $object) if $list->{members};
      push @rows, line_rows($list, $object) if $list->{lines};
      push @rows, map { { frame => $_, mark => $object->{frame} && $_ == $object->{frame} ? '  > ' : '  < ' } } @{ $object->{stack} }
         if $list->{stacks} && $object->{stack};
   }
   return @rows;
}

# Does an object have a large part of what objects are sorted by?
sub is_high {
   my ($list, $object) = @_;
   my $key = $list->{keys}[0];
   return !$key->{is_share} && share($key->{value}->($object, $object) // 0, $key->{total}) >= 10;
}

# Words with commas, in rows that fit beside the figures.
sub wrapped {
   my ($words, $end) = @_;
   my @rows = ('');
   for my $i (0 .. $#$words) {
      my $word = $words->[$i] . ($i < $#$words ? ',' : $end);
      push @rows, '' if $rows[-1] ne '' && length("$rows[-1] $word") > $WITH_CODE - 2;
      $rows[-1] .= ($rows[-1] eq '' ? '' : ' ') . $word;
   }
   return map { { text => "  $_" } } @rows;
}

# Which members of an object are used, those used most first, and which are not.
sub use_rows {
   my ($profile, $object) = @_;
   my $members = members_of($object, (stat $profile->{file})[9]) // return;
   my $use     = element_use($profile, $object, $members->{element_B}) // return;
   my $times   = sub { my ($row) = @_; return $row->{loads} + $row->{stores} };
   my @used    = sort { $times->($b) <=> $times->($a) || $a->{offset} <=> $b->{offset} } grep { $times->($_) } member_rows($members, $use);
   my @never   = map { $_->{name} } grep { !$times->($_) } member_rows($members, $use);
   my $n       = $use->{samples};
   my ($seen, $unseen) = defined $n ? (' seen in ' . commas($n) . ' sample' . ($n == 1 ? '' : 's'), ' not seen') : (' used', ' never');
   return ((@used ? wrapped([ map { $_->{name} } @used ], $seen . (@never ? ';' : '')) : ()), @never ? wrapped(\@never, $unseen) : ());
}

# How a line walks through the object, where that is known and is in some order.
sub walk_row {
   my ($line, $object) = @_;
   my $walk = walk_of([ $line->{walk} ], $object);
   return $walk && $walk->{kind} ne 'mixed' ? { walk => walk_text($walk) } : ();
}

# The code lines that cause most of what the objects are sorted by.
sub line_rows {
   my ($list, $object) = @_;
   my @lines = ranked($list->{keys}, $object->{lines}, $object);
   my @top   = up_to_threshold($list->{threshold}, $list->{keys}[0], $object, @lines);
   my @rows  = map { ({ owner => $_, object => $object, line => $_ }, walk_row($_, $object)) } @top;
   my $rest  = @lines - @top;
   push @rows, { text => "  and $rest more line" . ($rest == 1 ? '' : 's') } if $rest;
   return @rows;
}

# --- Names -----------------------------------------------------------------

my $INDENT = 5;    # columns before the names of code: "  by "

# The texts of all rows, no two objects, lines or frames alike.
sub texts_of {
   my ($profile, $rows, $width) = @_;
   my @objects = map { $_->{owner} } grep { is_object_row($_) } @$rows;
   my @code    = map { code_of($profile, $_) } @$rows;
   my @object_texts = @{ object_texts(\@objects, $width) };
   my @code_texts   = @{ code_texts(\@code, $width - $INDENT) };
   return [
      map {
         is_object_row($_) ? shift @object_texts : $_->{line} ? '  by ' . shift @code_texts : $_->{frame} ? $_->{mark} . shift @code_texts
            : $_->{walk} ? ' ' x $INDENT . fitted($_->{walk}, $width - $INDENT) : $_->{text}
      } @$rows
   ];
}

sub is_object_row {
   my ($row) = @_;
   return $row->{owner} && $row->{owner} == $row->{object};
}

# What code a row names; nothing if it names none.
sub code_of {
   my ($profile, $row) = @_;
   return $row->{frame} if $row->{frame};
   my $line = $row->{line} // return;
   return { %{ $profile->{functions}[ $line->{function} ] }{qw(name file)}, line => $line->{line} };
}

# --- The page --------------------------------------------------------------

# How accesses were sampled, in words.
sub sampling_text {
   my ($sampling) = @_;
   my $what = $sampling->{loads} == $sampling->{stores} ? 'access' : $sampling->{loads} ? 'load' : 'store';
   return "one $what in " . commas($sampling->{period}) . ' recorded, ' . commas($sampling->{recorded})
      . ' in all; figures are estimates +- standard error';
}

sub print_header {
   my ($profile, $list) = @_;
   print_title('Memory objects');
   print_field('File',     $profile->{file});
   print_field('Command',  $profile->{command});
   print_field('Process',  $profile->{pid});
   print_field('Sampling', sampling_text($profile->{sampling})) if $profile->{sampling};
   print_field('Events',   join ' ', @{ $profile->{events} });
   print_field('Shown',    join ' ', map { $_->{name} } @{ $list->{shown} }) if $list->{is_chosen};
   print_field('Sorted by', $list->{keys}[0]{name});
   print_field('Only',      $list->{filters}) if $list->{filters} ne '';
   print "\n";
   return;
}

sub print_totals {
   my ($columns) = @_;
   print_title('Program totals');
   my @texts = map { !defined $_->{total} ? '-' : $_->{is_share} ? sprintf $_->{format} // '%.1f%%', $_->{total} : commas($_->{total}) }
      @$columns;
   print_table(new_table({ title => 0, columns => [ { title => '', values => \@texts }, { title => '', align => 'left', values => [ map { join '  ', grep { defined } @$_{qw(name long)} } @$columns ] } ] }));
   print "\n";
   return;
}

# The columns of the table, those of figures first.
sub table_columns {
   my ($profile, $rows, $shown, $keys, $is_chosen) = @_;
   my $n = 0;
   my %rank = map { $_ => $n++ } $keys->[0]{name}, @TELLING;
   my @figures = map {
      my $column = $_;
      { title => $column->{name}, priority => $is_chosen ? 0 : $rank{ $column->{name} } // $n,
         values => [ map { $_->{owner} ? figure_text($column, $_->{owner}, $_->{object}) : undef } @$rows ] }
   } @$shown;
   my $fixed = sub {
      my ($title, $text, @more) = @_;
      return { title => $title, priority => $rank{$title}, values => [ map { is_object_row($_) ? $text->($_->{owner}) : undef } @$rows ], @more };
   };
   return (
      @figures,
      $fixed->('size', sub { bytes_text($_[0]{size_B}) }), $fixed->('count', sub { commas($_[0]{count}) }),
      $fixed->('thread', sub { $_[0]{thread} ? thread_words($profile, $_[0]{thread}) : '-' }), $fixed->('kind', sub { $_[0]{kind} }, align => 'left'),
      { title => 'object', fit => sub { texts_of($profile, $rows, $_[0]) }, least => (grep { !is_object_row($_) } @$rows) ? $WITH_CODE : undef },
   );
}

# Loads and stores together where there is a column for that.
sub with_sums {
   my ($columns, @shown) = @_;
   my %is_shown = map { $_->{name} => 1 } @shown;
   return map {
      my $both = $_->{name} =~ /^(D.m|L\dm)([rw])\z/ ? $1 : '';
      !$columns->{$both} || !$is_shown{"${both}r"} || !$is_shown{"${both}w"} ? $_ : $2 eq 'r' ? $columns->{$both} : ()
   } @shown;
}

sub print_objects_table {
   my ($profile, $list) = @_;
   my @rows    = rows_of($profile, $list);
   my @colours = map { $_->{is_high} ? 'red' : undef } @rows;
   my @shown   = @{ $list->{shown} };
   my $make    = sub { return new_table({ columns => [ table_columns($profile, \@rows, \@shown, $list->{keys}, $list->{is_chosen}) ], colours => \@colours }) };
   my $table   = $make->();
   if (@{ $table->{left_out} } && !$list->{is_chosen}) {
      @shown = with_sums($list->{columns}, @shown);
      $table = $make->();
   }
   print_table($table);
   return $table;
}

# Prints everything.
sub print_objects {
   my ($profile, $list) = @_;
   print_header($profile, $list);
   print_totals($list->{shown});
   my $table = print_objects_table($profile, $list);
   my $rest  = $list->{hidden};
   print "\n$rest more object", ($rest == 1 ? '' : 's'), ' not shown; --threshold=100 shows ', ($rest == 1 ? 'it' : 'them'), "\n" if $rest;
   print_left_out($table, '--show');
   return;
}

1;
