# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::Texts: memory objects, lines of code and frames of call stacks as texts that fit, no two alike.
#
# Usage:
#   my $texts = object_texts(\@objects, $width);     # "name (file:line: variable) [module]"
#   my $texts = object_texts(\@objects, $width, { kind => 1 });    # "heap name (...)" where the name does not say it
#   my $texts = code_texts([ { name, file, line, module }, ... ], $width);     # "function (file:line)"
#
# A list has the objects of one table, after Xgrind::Objects::ObjectNames has named them.  Where a text is too long it
# lacks the module, then the variable, then the place; then it is cut.

package Xgrind::Objects::Texts;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Objects::ObjectNames;
use Xgrind::Objects::Variables;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Names;
use Xgrind::Text::Paths;
use Xgrind::Text::Screen;

our @EXPORT = qw(object_texts code_texts);

my $END = 0.6;    # of what is left of a text that is cut: its last part says most

sub described {
   my ($name, $inner, $module) = @_;
   my $text = $name;
   $text .= " ($inner)"  if $inner ne '';
   $text .= " [$module]" if $module ne '';
   return $text;
}

# The first text that fits, or the last one, cut.
sub first_that_fits {
   my ($width, @texts) = @_;
   for my $text (@texts) {
      return $text if columns_of($text) <= $width;
   }
   return cut($texts[-1], $width, $END);
}

# The texts of the paths in a list; a place is "file:line".
sub path_texts {
   my (@paths) = @_;
   my %known = map { $_ => 1 } grep { defined && $_ ne '' && $_ ne '???' } @paths;
   my $short = full_names() ? stripped_paths(keys %known) : short_paths(keys %known);
   return { '' => '', '???' => '', map { $_ => visible($short->{$_}) } keys %known };
}

sub file_of { return $_[0] =~ s/:\d+\z//r; }

# "loop.c:3"
sub place_text {
   my ($file_text, $place) = @_;
   my ($line) = $place =~ /(:\d+)\z/;
   my $file = $file_text->{ file_of($place) };
   return $file eq '' ? '' : $file . ($line // '');
}

# --- Objects ---------------------------------------------------------------

sub object_texts {
   my ($objects, $width, $with) = @_;
   my $file_text   = path_texts(map { file_of($_->{place}) } @$objects);
   my $module_text = path_texts(map { $_->{module} } @$objects);
   my @items = map {
      my $name = visible($_->{name});
      $name = "$_->{kind} $name" if $with->{kind} && index($name, $_->{kind}) < 0;
      my $place    = place_text($file_text, $_->{place});
      my $variable = visible(variable_of($_) // '');
      my $module   = $module_text->{ $_->{module} };
      my $inner    = join ': ', grep { $_ ne '' } $place, $variable;
      +{ key => "$_", whole => described($name, $inner, $module), tries => \&object_text, name => $name, module => $module,
         texts => [ described($name, $inner, $module), described($name, $inner, ''), described($name, $place, ''), $name ] };
   } @$objects;
   return distinct_texts(\@items, $width);
}

sub object_text {
   my ($item, $n, $width) = @_;
   return first_that_fits($width, @{ $item->{texts} }) if !$n;
   return $n == 1 && $item->{module} ne '' ? cut_between("$item->{name} [", $item->{module}, ']', $width) : undef;
}

# --- Code ------------------------------------------------------------------

sub code_texts {
   my ($list, $width) = @_;
   my $file_text   = path_texts(map { $_->{file} } @$list);
   my $module_text = path_texts(map { $_->{module} } @$list);
   # the same function and place in several programs: the program tells them apart
   my $is_of = sub { my ($code) = @_; return join "\0", $code->{name}, place_of($file_text->{ $code->{file} }, $code->{line}); };
   my %modules;
   $modules{ $is_of->($_) }{ $_->{module} // '' } = 1 for @$list;
   my @items = map {
      my $name   = visible($_->{name} eq '' ? '???' : $_->{name});
      my $place  = place_of($file_text->{ $_->{file} }, $_->{line});
      my $module = $place eq '' || keys %{ $modules{ $is_of->($_) } } > 1 ? $module_text->{ $_->{module} // '' } : '';
      +{ key => join("\0", map { $_ // '' } @$_{qw(name file line)}, $module), whole => described($name, $place, $module), tries => \&code_text, has_line => defined $_->{line},
         name => $name, place => $place, module => $module };
   } @$list;
   return distinct_texts(\@items, $width);
}

sub code_text {
   my ($item, $n, $width) = @_;
   my @forms = $n ? @{ $item->{forms} //= [ code_name_forms($item->{name}) ] } : code_name($item->{name});
   return undef if $n >= @forms;
   my $text = described($forms[$n], $item->{place}, $item->{module});
   return $text if columns_of($text) <= $width;
   if ($item->{place} ne '' && $item->{module} ne '') {
      my $without_place = described($forms[$n], '', $item->{module});
      return $without_place if columns_of($without_place) <= $width;
   }
   # a function's whole name says more than its file, unless others have the same name; of a line of code, the place says most
   return $forms[$n] if !$n && !$item->{has_line} && columns_of($forms[$n]) <= $width;
   my $with_place = $item->{place} ne '' ? cut_between('', $forms[$n], " ($item->{place})", $width) : undef;
   return $with_place // first_that_fits($width, $text, $forms[$n]);
}

1;
