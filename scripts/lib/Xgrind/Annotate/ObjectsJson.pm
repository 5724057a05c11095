# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::ObjectsJson: memory objects for programs, as JSON or comma-separated values
# (docs/objects.md describes both).
#
# Usage:
#   print_json($version, $profile, $columns, \@objects);
#   print_csv(\@shown, \@objects);                      # columns of Xgrind::Objects::ObjectColumns

package Xgrind::Annotate::ObjectsJson;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::ThreadNames;
use Xgrind::Objects::MemberUse;
use Xgrind::Objects::Members;
use Xgrind::Objects::Variables;
use Xgrind::Text::Json;
use Xgrind::Text::Print;

our @EXPORT = qw(print_json print_csv);

# --- JSON ------------------------------------------------------------------

# A figure for the JSON writer: a number, whole if it is.
sub number {
   my ($value) = @_;
   return defined $value ? $value + 0 : undef;
}

# The figures of an object or a line, by column.
sub figures {
   my ($profile, $columns, $owner, $object) = @_;
   return { map { $_ => number($columns->{$_}{value}->($owner, $object)) } keys %$columns };
}

# The members of an object's elements, and how often they are used; undef: not known.
sub members_json {
   my ($profile, $object) = @_;
   my $members = members_of($object, (stat $profile->{file})[9]) // return undef;
   my $use = element_use($profile, $object, $members->{element_B});
   my @rows = $use ? member_rows($members, $use) : map { { name => $_->[2], offset => $_->[0], size_B => $_->[1] } } @{ $members->{list} };
   return {
      type => json_text($members->{type}), element_B => number($members->{element_B}), samples => number(($use // {})->{samples}),
      list => [ map { my $row = $_; { name => json_text($row->{name}), map { $_ => number($row->{$_}) } qw(offset size_B loads stores) } } @rows ],
   };
}

sub json_object {
   my ($profile, $columns, $object) = @_;
   my $place = sub {
      my ($of, $line) = @_;
      return (
         function => json_text($of->{name}),
         file     => json_text($of->{file}),
         module   => json_text($of->{module}),
         line     => number($line),
      );
   };
   my @lines = map {
      { $place->($profile->{functions}[ $_->{function} ], $_->{line}),
         figures => figures($profile, $columns, $_, $object) }
   } @{ $object->{lines} };
   my $result = {
      (map { $_ => json_text($object->{$_}) } qw(kind name place module symbol)),
      (map { $_ => number($object->{$_}) } qw(id thread count size_B total_B born died)),
      variable => json_text(variable_of($object)),
      members => members_json($profile, $object),
      (map { $_ ? (streams => $_) : () } $object->{streams}),
      figures => figures($profile, $columns, $object, $object),
      stack   => [ map { { $place->($_, $_->{line}) } } @{ $object->{stack} // [] } ],
      lines   => \@lines,
   };
   $result->{errors} = { map { $_ => number($columns->{$_}{error}->($object)) } keys %$columns }
      if $object->{error};
   return $result;
}

sub print_json {
   my ($version, $profile, $columns, $objects) = @_;
   my $data = {
      format  => 'xgrind.objects',
      version => 1,
      creator => "xgrind_annotate-$version",
      profile => json_text($profile->{file}),
      command => json_text($profile->{command}),
      (map { $_ => number($profile->{$_}) } qw(pid instructions)),
      sampling => $profile->{sampling},
      thread_names => { map { $_ => json_text(thread_names($profile)->{$_}) } keys %{ thread_names($profile) } },
      events   => $profile->{events},
      totals   => { map { $_ => number($columns->{$_}{total}) } keys %$columns },
      objects  => [ map { json_object($profile, $columns, $_) } @$objects ],
   };
   print_json_data($data);
   return;
}

# --- Comma-separated values ------------------------------------------------

sub print_csv {
   my ($shown, $objects) = @_;
   my @keys = qw(id kind name place module size_B total_B count thread);
   print_row(@keys, map { $_->{name} } @$shown);
   for my $object (@$objects) {
      print_row(@$object{@keys}, map { $_->{value}->($object, $object) // '' } @$shown);
   }
   return;
}

1;
