# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::PrintedNames: memory objects by any name that Xgrind prints, as the tool knows them (docs/layouts.md).
#
# Usage:
#   my @objects = objects_meant($program, 'w->particle', 'split');   # { name => 'particles.c:45', whole => 'particles.c:45: w->particle' }
#   objects_meant($program, 'tabel', 'align', { is_complete => 1 })  # ends the script: there is no 'tabel'; did you mean table?
#
# `name` is for the tool, `whole` also has the variable, by which Xgrind::Objects::Members finds the type.
#
# The tool knows variables with a symbol, functions and places.  It does not know for which variable a place allocates: that is read
# in the sources, or else in the newest data file of the current directory, whose names were printed.  A name that nothing has is refused if the program
# could not have it (is_complete: no other program is profiled), and has one like it; all others the run looks for.

package Xgrind::Layout::PrintedNames;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max uniq);
use Xgrind::Data::DataFile;
use Xgrind::Files::Regular;
use Xgrind::Objects::Labels;
use Xgrind::Objects::Members;
use Xgrind::Objects::ObjectNames;
use Xgrind::Text::CodeNames;
use Xgrind::Script::Spelling;
use Xgrind::Text::Lists;
use Xgrind::Text::Messages;

our @EXPORT = qw(objects_meant);

my $PROGRAM_MAX_B = 4 << 20;    # whose debug information is read in less than a second

# Layouts that divide what has several elements; a pointer, too, may be aligned, or have its pages.
my $OF_ELEMENTS = qr/^(?:split|soa|reorder|drop|resize|stride|rows|transpose|tile|group|pool|pool-by-use|compact|spread)\z/;

my $PLACE      = qr/[^\s():*?]+:\d+/;
my $EXPRESSION = qr/^\w+(?:(?:->|\.|%|::)\w+|\[[^\]]*\])*\z/;
my $MEMBER_OF  = qr/->|%|\[|\w\.[A-Za-z_]/;     # no symbol has these, but for numbers behind a point

# Libraries that have no names like the program's own.
my $STANDARD = qr/^(?:libc|libm|libstdc\+\+|libgcc_s|libpthread|libdl|librt|libgfortran|libquadmath|libgomp|ld-linux[\w-]*)\.so/;

# --- The parts of a name ---------------------------------------------------

# "heap create < main:12 (particles.c:45: w->particle) [app]" as { name, caller, place, inner, variable, module }; inner: of "table (make)", which
# says what allocates, where several are called so.
sub parts_of {
   my ($text) = @_;
   my %parts;
   $text =~ s/^(?:allocated in |(?:static|heap|mmap|brk) (?=\S))//;
   $parts{module} = $1 if $text =~ s/ \[((?!clone |parallel )[^\[\]]+)\]\z//;
   $text =~ s/ #\d+(?= \(|\z)//;
   if ($text =~ /^(\S+) \(($PLACE)\) \((\S+)(?: < (\S+))?\)\z/) { @parts{qw(variable place name inner caller)} = ($1, $2, $3, $3, $4); }
   elsif ($text =~ /^(.*\S) \(($PLACE)(?:: ([^()]*(?:\([^()]*\))?[^()]*))?\)\z/s) { @parts{qw(name place variable)} = ($1, $2, $3); }
   elsif ($text =~ /^($PLACE): (.+)\z/s) { @parts{qw(name place variable)} = ('', $1, $2); }
   elsif ($text =~ /^($PLACE)\z/) { @parts{qw(name place)} = ('', $1); }
   elsif ($text =~ /^(\S+) \(([^():]+)\)\z/) { @parts{qw(name inner)} = ($1, $2); }
   else { $parts{name} = $text; }
   $parts{caller} = $1 if $parts{name} =~ s/ < (\S+)\z//;
   return \%parts;
}

# The name for the tool.
sub name_for_tool {
   my ($parts) = @_;
   my $name = $parts->{name} . (defined $parts->{caller} ? " < $parts->{caller}" : '');
   my $place = $parts->{place};
   $name = $name eq '' ? $place : "$name ($place)" if defined $place;
   return $name . (defined $parts->{module} ? " [$parts->{module}]" : '');
}

sub object_of {
   my ($parts) = @_;
   my $name = $parts->{name};
   if (defined $parts->{place}) {
      my $place = $parts->{place} . (defined $parts->{variable} ? ": $parts->{variable}" : '');
      $name = $name eq '' ? $place : "$name ($place)";
   }
   return { name => name_for_tool($parts), whole => $name };
}

# What a place allocates for a variable; `parts` may say more, such as the function.
sub allocation_for {
   my ($variable, $place, $parts) = @_;
   return object_of({ name => $parts->{inner} // '', place => $place, variable => $variable, module => $parts->{module} });
}

# --- What there is ---------------------------------------------------------

my %bytes_of;    # of a program

sub bytes_of {
   my ($program) = @_;
   return $bytes_of{$program} //= do {
      my $in = open_object_file($program);
      my $bytes = '';
      if ($in) {
         binmode $in;
         seek $in, 0, 0;
         read $in, $bytes, $PROGRAM_MAX_B + 1;
      }
      $bytes;
   };
}

# The last part of a name: of a namespace, a function's static variable, a number of the compiler's.
sub own_name { return code_name($_[0]) =~ s/<>\z//r =~ s/.*:://sr =~ s/\.\w+(?:\.\d+)*\z//r; }

# Does the file have the name: as a symbol, mangled ("5table"), or in debug information?
sub is_in_program {
   my ($program, $name) = @_;
   my $n = length $name;
   return bytes_of($program) =~ /(?<!\w)\Q$name\E(?!\w)|(?<!\d)$n\Q$name\E|_MOD_\Q$name\E(?!\w)/a;
}

# May something outside of the program have names?  A library of its own, or one that it opens.
sub has_others {
   my ($program) = @_;
   my $bytes = bytes_of($program);
   return 1 if $bytes =~ /\0dlopen\0/;
   return scalar grep { $_ !~ $STANDARD } $bytes =~ /\0([\w.+-]+\.so(?:\.\d+)*)\0/g;
}

# Ends the script where no object can have this name.
sub refuse_unknown {
   my ($program, $parts) = @_;
   my $known = known_names($program) // return;
   return if has_others($program);
   if (defined $parts->{place}) {
      my ($file) = $parts->{place} =~ m{([^/]+):\d+\z};
      my @files = uniq map { base_name($_) } @{ $known->{sources} };
      my @near  = alike($file, @files);
      fail('there is no source ' . quoted($file) . ' of ' . printable($program) . '; did you mean ' . printable(either(@near)) . '?') if @near && !grep { $_ eq $file } @files;
   }
   return if $parts->{name} !~ /^[\w:<>.]+\z/ || $parts->{name} =~ /^(?:0x|std::|alloc::|core::|operator)/;
   my $own = own_name($parts->{name});
   return if $own eq '' || index(bytes_of($program), $parts->{name}) >= 0 && $parts->{name} =~ /\W/ || is_in_program($program, $own) || is_in_program($program, lc $own);
   # a linker keeps "kept" as the end of "n_kept", where it is no word
   return if grep { $_ eq $own } @{ $known->{names} };
   my @near = alike($own, @{ $known->{names} });
   fail('there is no variable, and no function, ' . quoted($parts->{name}) . ' in ' . printable($program) . '; did you mean ' . printable(either(@near)) . '?') if @near;
   return;
}

# Is the variable behind a place known?  A line may also allocate for a variable of who calls its function, so that only one like
# those of the line is misspelt.
sub check_variable {
   my ($program, $parts) = @_;
   my $variable = $parts->{variable} // return;
   my @there = variables_at($program, $parts->{place});
   return if grep { $_ eq $variable } @there;
   my @near = alike($variable, @there);
   fail(printable($parts->{place}) . ' allocates nothing for ' . quoted($variable) . '; did you mean ' . printable(either(@near)) . '?') if @near;
   return if is_variable($program, $variable);
   my ($first) = $variable =~ /(\w+)/;
   @near = alike($first // '', @{ known_names($program)->{variables} });
   fail(quoted($variable) . ' is no variable of ' . printable($program)
      . (@near ? '; did you mean ' . printable(either(@near)) . '?' : @there ? '; ' . printable($parts->{place}) . ' allocates for ' . printable(all_of(@there)) : ''));
   return;
}

# Ends the script: no line is known that allocates for a member.
sub refuse_member {
   my ($program, $name) = @_;
   my ($before, $last) = $name =~ /^(.*?)(\w+)(?:\[[^\]]*\])*\z/s;
   my @near = alike($last // '', @{ (known_names($program) // { members => [] })->{members} });
   fail('there is no member ' . quoted($last) . ' in ' . printable($program) . '; did you mean ' . printable(either(map { "$before$_" } @near)) . '?')
      if @near && !grep { lc $_ eq lc $last } @near;
   return fail('of ' . quoted($name) . ', ' . printable($program) . ' and its sources do not say where it is allocated; name the place, as xgrind_annotate --objects prints it');
}

my %allocated_by;    # a program: named objects of its newest data file that were allocated

sub allocated_by {
   my ($program) = @_;
   return @{ $allocated_by{$program} } if $allocated_by{$program};
   my @found;
   for my $file (sort { -M $a <=> -M $b } grep { -f } glob 'xgrind.data.*') {
      my $is_other = 0;
      failure_of(sub { $is_other = objects_in($file, $program, \@found) });
      last if !$is_other;
   }
   return @{ $allocated_by{$program} = \@found };
}

# Adds the allocated objects of a file; returns whether the file is of another program.
sub objects_in {
   my ($file, $program, $found) = @_;
   my $profile = read_data($file);
   my ($command) = ($profile->{command} // '') =~ /^(\S+)/;
   return 1 if base_name($command // '') ne base_name($program);
   demangle($profile);
   name_objects($profile, undef);
   @$found = grep { $_->{frame} } @{ $profile->{objects} };
   return 0;
}

# Objects of the newest data file that were printed with this name.
sub objects_of_run {
   my ($program, $name) = @_;
   return map { object_of(parts_of("$_->{name} (" . base_name($_->{place}) . ')')) } grep { $_->{frame}{line} && object_label($_) eq $name } allocated_by($program);
}

# What functions have allocated for this one in that run, by the places of its calls, or without lines by who allocated: the tool
# knows such functions only after their first return, but takes these at once.
sub handed_to {
   my ($program, $parts) = @_;
   my @named = grep { code_name($_->{frame}{name}) eq $parts->{name} } allocated_by($program);
   my @ways  = map {
      my $object = $_;
      !$object->{handed_on} ? {} : $object->{frame}{line} ? { place => base_name($object->{place}) } : { name => code_name($object->{stack}[0]{name}), caller => $parts->{name} }
   } @named;
   return if !grep { %$_ } @ways;
   my %seen;
   return grep { !$seen{ $_->{name} }++ } map { object_of({ %$parts, %$_ }) } @ways;
}

# --- What is meant ---------------------------------------------------------

# What is allocated for a variable that has no symbol, or is a pointer.
sub allocations_of {
   my ($program, $parts) = @_;
   my $name = $parts->{name};
   return if $name !~ $EXPRESSION;
   my @places = places_allocating($program, $name);
   return map { allocation_for($name, $_, $parts) } @places if @places;
   return objects_of_run($program, $name);
}

# The variable of "w->particle (particles.c:45)".
sub with_variable {
   my ($program, $parts) = @_;
   return $parts if !defined $parts->{place} || defined $parts->{variable} || $parts->{name} !~ $EXPRESSION;
   return $parts if $parts->{name} !~ $MEMBER_OF && !grep { $_ eq $parts->{name} } variables_at($program, $parts->{place});
   return { %$parts, name => '', variable => $parts->{name} };
}

sub objects_meant {
   my ($program, $text, $layout, $how) = @_;
   my $as_it_is = { name => $text, whole => $text };
   return $as_it_is if !defined $program || $text =~ /[*?]/ || $text =~ /^(?:stack of thread |\(|other data of )/;
   my $parts = parts_of($text);
   my $meant = { name => $text, whole => object_of($parts)->{whole} };
   return $meant if (-s $program // 0) > $PROGRAM_MAX_B && $parts->{name} !~ /->|%/;
   $parts = with_variable($program, my $given = $parts);
   check_variable($program, $parts);
   if (!defined $parts->{place} && $parts->{name} ne '') {
      my $is_pointer  = $layout =~ $OF_ELEMENTS && (why_no_members($program, $parts->{name}) // '') eq 'pointer';
      my $is_told_apart = defined $parts->{inner} && $parts->{inner} ne $parts->{name};
      my $is_no_symbol  = $parts->{name} =~ $MEMBER_OF || !names_symbol($program, own_name($parts->{name}));
      my @allocations = $is_pointer || $is_no_symbol || $is_told_apart ? allocations_of($program, $parts) : ();
      return @allocations if @allocations;
      refuse_member($program, $parts->{name}) if $parts->{name} =~ /->|%/;
      my @handed = handed_to($program, $parts);
      return @handed if @handed;
   }
   refuse_unknown($program, $parts) if $how->{is_complete};
   return $parts == $given && !defined $parts->{inner} ? $meant : object_of($parts);
}

1;
