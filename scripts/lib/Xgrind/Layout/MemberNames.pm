# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::MemberNames: layouts with names of members, for the tool, which knows bytes only (docs/layouts.md).
#
# Usage:
#   my @options = options_with_bytes($program, @options);    # '--what-if=table:split(hot=x,y)' becomes '--what-if=table:split(24: hot=0-15)'
#
# Layouts without names stay as they are, wrong ones, too: the tool says what is wrong.  A name that is not there
# ends the script with one sentence; a warning says where an object may not be the one that is meant.

package Xgrind::Layout::MemberNames;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Layout::OtherData;
use Xgrind::Layout::PrintedNames;
use Xgrind::Objects::Members;
use Xgrind::Script::Spelling;
use Xgrind::Text::Messages;

our @EXPORT = qw(options_with_bytes);

# An object, its layouts, and the first of them.
my $OBJECT = qr/^(.*):(\s*([a-z][a-z-]*)\s*(?:\([^()]*\))?\s*(?:\+.*)?)\z/s;

# Layouts that take members: the layout, its arguments, and layouts that follow.
my $TAKES_MEMBERS = qr/split|soa|reorder|drop|resize|group/;
my $LAYOUT = qr/^\s*($TAKES_MEMBERS)\s*\(([^()]*)\)\s*(\+.*)?\z/s;

# What the tool takes of a file.
my $FILE_MAX_B = 65_536;

# --- The type --------------------------------------------------------------

# "particle: hot=x" names the type; of resize a size follows the member's colon, no name.
my $OF_TYPE = qr/^\s*([A-Za-z_][\w:]*?)\s*:(?!:)\s*([A-Za-z_].*)\z/s;

sub type_in {
   my ($arguments) = @_;
   return ($1, $2) if $arguments =~ $OF_TYPE;
   return (undef, $2) if $arguments =~ /^\s*(\d+)\s*:\s*(.*)\z/s;
   return (undef, $arguments);
}

# The members of the type that an object or its layout names.
sub members_for {
   my ($program, $object, $type) = @_;
   fail(quoted($object) . ': no program is named whose types the members could be from') if !defined $program;
   my $members = defined $type ? members_of_type($program, $type) : members_of_name($program, $object);
   return $members if $members;
   fail(quoted($type) . ' is no structure, and has no members; give bytes') if defined $type && is_other_type($program, $type);
   fail('there is no structure ' . quoted($type) . ' in the debug information of ' . printable($program) . '; compile it with -g') if defined $type;
   my $why = why_no_members($program, $object) // '';
   fail(pointer_text($program, $object)) if $why eq 'pointer';
   fail(quoted($object) . ' has no members, as it is made of no structures; give bytes') if $why ne '';
   return fail('of which type ' . quoted($object) . ' is, ' . printable($program) . ' does not say; name it before the members, as in '
      . quoted("$object:split(particle: hot=x,y)") . ', and compile with -g');
}

# --- Members ---------------------------------------------------------------

# The bytes of a member, or of the members of this one: [first, last].  Fortran does not tell capitals.
sub bytes_of_member {
   my ($members, $name) = @_;
   $name = lc $name if ($members->{language} // '') eq 'Fortran';
   my @rows = grep { grep { my $own = s/\[\d*\]\z//r; $own eq $name || index($own, "$name.") == 0 } split / or |, /, $_->[2] } @{ $members->{list} };
   my @known = map { s/\[\d*\]\z//r } map { split / or |, /, $_->[2] } @{ $members->{list} };
   fail("$members->{type} has no member " . unknown_name($name, \@known)) if !@rows;
   return ($rows[0][0], $rows[-1][0] + $rows[-1][1] - 1);
}

sub bytes_text_of {
   my ($members, $name) = @_;
   return $name if $name =~ /^\d+(?:\s*-\s*\d+)?\z/;
   return join '-', bytes_of_member($members, $name);
}

# All members, each with the padding behind it.
sub sizes_of_all {
   my ($members) = @_;
   my @starts = ((grep { $_ } map { $_->[0] } @{ $members->{list} }), $members->{element_B});
   my $before = 0;
   return join ',', map { my $size_B = $_ - $before; $before = $_; $size_B } @starts;
}

# The arguments of a layout in bytes.
sub arguments_in_bytes {
   my ($layout, $members, $text) = @_;
   return sizes_of_all($members) if $layout eq 'soa';
   my $hot = $text =~ s/^\s*hot\s*=\s*// ? 'hot=' : '';
   my @words = map { s/^\s+|\s+\z//gr } split /,/, $text;
   my @bytes = map {
      my ($name, $size) = $layout eq 'resize' && /^(.*?)\s*[:=]\s*(\d+)\z/ ? ($1, "=$2") : ($_, '');
      bytes_text_of($members, $name) . $size
   } @words;
   return ($layout eq 'group' ? "$members->{type} " : '') . "$members->{element_B}: $hot" . join ',', @bytes;
}

# --- Layouts ---------------------------------------------------------------

# Does a layout name members?
sub has_names {
   my ($layout, $arguments) = @_;
   return $arguments =~ $OF_TYPE if $layout eq 'group';    # a name alone is that of a structure to be
   return $arguments =~ s/\bhot\s*=//r =~ /[A-Za-z_]/ || ($layout eq 'soa' && $arguments =~ /^\s*\z/);
}

# Layouts behind the first one take apart what that has made, where members are elsewhere.
sub refuse_names {
   my ($layouts) = @_;
   while ($layouts =~ /\b($TAKES_MEMBERS)\s*\(([^()]*)\)/g) {
      fail(quoted("$1($2)") . ': members can be named in the first of several layouts; behind it, give bytes of what the one before has made') if has_names($1, $2);
   }
   return;
}

# The layouts of an object in bytes.
sub in_bytes {
   my ($program, $object, $text) = @_;
   my ($layout, $arguments, $more) = $text =~ $LAYOUT or return $text;
   $more //= '';
   refuse_names($more);
   return $text if !has_names($layout, $arguments);
   my ($type, $rest) = $layout eq 'soa' ? ($arguments =~ /^\s*([\w:]+)\s*\z/ ? $1 : undef, '') : type_in($arguments);
   my $members = members_for($program, $object, $type);
   return "$layout(" . arguments_in_bytes($layout, $members, $rest) . ")$more";
}

# OBJECT:LAYOUT in bytes, for each object that the tool knows by another name than the one given, and a warning where one may not be
# the one that is meant.
sub checked {
   my ($program, $text, $how) = @_;
   my ($object, $layouts, $first) = $text =~ $OBJECT or return $text;
   my @objects = objects_meant($program, $object =~ s/^\s+|\s+\z//gr, $first, $how);
   my @bytes   = map { ($_->{name} eq $object =~ s/^\s+|\s+\z//gr ? $object : $_->{name}) . ':' . in_bytes($program, $_->{whole}, $layouts) } @objects;
   warn_of_other_data($program, $_->{whole}, $first) for @objects;
   return @bytes;
}

# The layouts of a file, if one of them has names, or if the tool could not read it once more, as it is a pipe.
sub in_file {
   my ($program, $file, $how) = @_;
   open my $in, '<', $file or return undef;
   my $is_read_again = -f $in || -d _;
   read $in, my $text, $FILE_MAX_B + 1;
   if (length($text // '') > $FILE_MAX_B || ($text // '') =~ /\0/) {
      return undef if $is_read_again;
      fail(printable($file) . " is not text of at most $FILE_MAX_B bytes; give a file of layouts");
   }
   my @lines = grep { !/^\s*(?:#|\z)/ } split /\n/, $text // '';
   s/^\s+|\s+\z//g for @lines;
   my @bytes = map { checked($program, $_, $how) } @lines;
   return "@lines" eq "@bytes" && $is_read_again ? undef : [ map { "--what-if=$_" } @bytes ];
}

sub options_with_bytes {
   my ($program, @options) = @_;
   my $how = { is_complete => !grep { $_ eq '--trace-children=yes' } @options };
   my $is_apart = grep { $_ eq '--what-if-apart=yes' } @options;
   return map {
      my $of_file = /^--what-if-file=(.*)\z/s ? in_file($program, $1, $how) : undef;
      my @now = $of_file ? @$of_file : /^--what-if=(.*)\z/s ? map { "--what-if=$_" } checked($program, $1, $how) : $_;
      fail(printable($_) . ' stands for several layouts, which --what-if-apart=yes would simulate each apart: give a file with bytes in place of members, and objects as outputs name them')
         if $is_apart && @now > 1;
      @now
   } @options;
}

1;
