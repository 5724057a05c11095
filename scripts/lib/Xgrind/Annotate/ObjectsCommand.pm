# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::ObjectsCommand: "xgrind_annotate --objects": its options and what it does.
#
# Usage:
#   exit Xgrind::Annotate::ObjectsCommand::main($version, \@options_of_functions, @ARGV);
#   has_option('kind')      # is this the name of an option?

package Xgrind::Annotate::ObjectsCommand;
use strict;
use warnings;
use Xgrind::Annotate::AffinityJson;
use Xgrind::Annotate::AffinityText;
use Xgrind::Annotate::ObjectsJson;
use Xgrind::Annotate::ObjectsTable;
use Xgrind::Data::DataFile;
use Xgrind::Files::Input;
use Xgrind::Files::Output;
use Xgrind::Findings::Affinity;
use Xgrind::Objects::ObjectColumns;
use Xgrind::Objects::ObjectNames;
use Xgrind::Objects::ObjectsProfile;
use Xgrind::Script::Options;
use Xgrind::Script::ScreenOptions;
use Xgrind::Script::SourceOptions;
use Xgrind::Script::Spelling;
use Xgrind::Source::Folders;
use Xgrind::Text::LevelNames;
use Xgrind::Text::Levels;
use Xgrind::Text::Messages;
use Xgrind::Text::Print;

my %opt;

# --- The command line ------------------------------------------------------

my @KINDS = qw(static heap mmap brk stack code unknown);
my $KIND  = join '|', @KINDS;

my %OPTIONS = (
   objects   => no_value(),
   show      => names_of('columns'),
   sort      => text('the name of a column'),
   kind      => matching(qr/^(?:$KIND)(?:,(?:$KIND))*\z/, "kinds of objects with commas between them, of: @KINDS"),
   match     => text('a regular expression'),
   wrapper   => text('a regular expression'),
   threshold => percentage(),
   lines     => yes_no(),
   members   => yes_no(),
   affinity  => yes_no(),
   stacks    => yes_no(),
   demangle  => yes_no(),
   screen_options(),
   strip_option(),
   source_options(),
   color     => color_choice(),
   json      => no_value(),
   csv       => no_value(),
   callgrind => output_file(),
);

sub has_option {
   my ($name) = @_;
   return exists $OPTIONS{$name};
}

# A regular expression of an option; undef if it was not given.
sub regex_of {
   my ($name) = @_;
   return undef if !defined $opt{$name};
   my $regex = eval { no warnings; qr/$opt{$name}/ };
   return $regex if defined $regex;
   my ($why) = $@ =~ /^(.*?)(?: at \S+ line \d+.*)?$/m;
   return fail("--$name: this is not a regular expression: " . printable($why));
}

# Reads the command line; returns the file.
sub parse_arguments {
   my ($version, $of_functions, @args) = @_;
   my %of_functions = map { s/\|.*//r => 1 } @$of_functions;
   my ($given, @files) = parse_options(\%OPTIONS, {
      version => $version, sections => ['OPTIONS/Memory objects'], listed_by => '--objects --help',
      elsewhere => sub { return $of_functions{ $_[0] } ? "--$_[0] is for functions, not for --objects" : undef; },
   }, @args);
   %opt = (lines => 'no', members => 'no', stacks => 'no', affinity => 'no', demangle => 'yes', color => 'auto', %$given);
   my @forms = map { "--$_" } grep { defined $opt{$_} } qw(json csv callgrind);
   fail("$forms[0] and $forms[1] exclude each other; give one of them") if @forms > 1;
   fail("--affinity=yes and $forms[0] exclude each other; for programs, --json has the arrays") if $opt{affinity} eq 'yes' && @forms && !$opt{json};
   @files = without_programs(@files);
   fail('--objects takes one file, not ' . @files) if @files > 1;
   $opt{threshold} //= $opt{json} || $opt{csv} || defined $opt{callgrind} ? 100 : 99;
   my $file = @files ? $files[0] : newest_file('xgrind.data.', 'run the program with xgrind --collect-objects=yes, or name the file');
   keep_inputs('--callgrind', $opt{callgrind}, 'the file to be read', $file) if defined $opt{callgrind};
   return $file;
}

# --- Choosing --------------------------------------------------------------

# The column of a name in an option.
sub column_named {
   my ($profile, $columns, $option, $name) = @_;
   return $columns->{ name_by_level($name, $columns) } // fail("$option: there is no column " . unknown_name($name, [ column_order($profile, $columns) ]));
}

# The columns to print: those asked for, or else those that say something.
sub shown_columns {
   my ($profile, $columns) = @_;
   return map { column_named($profile, $columns, '--show', $_) } split /,/, $opt{show}
      if defined $opt{show};
   my @usual = map { $columns->{$_} // () } qw(Cycles Dr Dw), (map { data_misses($_) } @LEVELS), qw(DTmr DTmw), (map { 'Unused' . use_name($_) } @LEVELS), qw(SbOver SbDead SbLoad);
   my @shown = grep { $_->{total} } @usual;
   return @shown ? @shown : @usual ? @usual : @$columns{ @{ $profile->{events} } };
}

# What to sort by: the column asked for, or the first of --show, then the cycles of misses, misses
# of the last level and of the first, accesses.  Unless it was asked for, a column that
# none of the objects has anything in is left out.
sub sort_keys {
   my ($profile, $columns, $first_shown, @objects) = @_;
   my @usual = map { $columns->{$_} // () } 'Cycles', (map { my @misses = data_misses($_); ($misses[0] =~ s/r\z//r, @misses) } reverse @LEVELS), qw(DTm DTmr DTmw Dr Dw);
   unshift @usual, (costliest_misses($profile, $columns))[0] // () if !$columns->{Cycles};
   unshift @usual, $first_shown if defined $opt{show};
   my @keys  = grep {
      my $column = $_;
      grep { $column->{value}->($_, $_) } @objects
   } @usual;
   unshift @keys, column_named($profile, $columns, '--sort', $opt{sort}) if defined $opt{sort};
   return (@keys, @usual, $columns->{ $profile->{events}[0] });
}

# The objects that --kind and --match let through.
sub filtered {
   my ($profile) = @_;
   my @objects = @{ $profile->{objects} };
   if (defined $opt{kind}) {
      my %wanted = map { $_ => 1 } split /,/, $opt{kind};
      @objects = grep { $wanted{ $_->{kind} } } @objects;
   }
   if (my $regex = regex_of('match')) {
      @objects = grep { "$_->{name} ($_->{place}) [$_->{module}]" =~ $regex } @objects;
   }
   return @objects;
}

# The filters, in words.
sub filter_text {
   my @texts;
   push @texts, "kind $opt{kind}"       if defined $opt{kind};
   push @texts, "matching $opt{match}"  if defined $opt{match};
   return join ', ', @texts;
}

# --- Everything ------------------------------------------------------------

sub main {
   my ($version, $of_functions, @args) = @_;
   my $file    = parse_arguments($version, $of_functions, @args);
   my $wrapper = regex_of('wrapper');
   set_source_folders(\%opt);
   my $profile = read_data($file);
   demangle($profile) if $opt{demangle} eq 'yes';
   name_objects($profile, $wrapper);
   my $columns = columns_of($profile);
   my @shown   = shown_columns($profile, $columns);
   my @objects = filtered($profile);
   my @keys    = sort_keys($profile, $columns, $shown[0], @objects);
   @objects = ranked(\@keys, \@objects);
   my @top     = up_to_threshold($opt{threshold}, $keys[0], undef, @objects);
   if (defined $opt{callgrind}) {
      write_profile($version, $profile, \@top, $opt{callgrind});
   } elsif ($opt{affinity} eq 'yes' && $opt{json}) {
      print_affinity_json($version, $profile, arrays_together($profile));
   } elsif ($opt{json}) {
      print_json($version, $profile, $columns, \@top);
   } elsif ($opt{csv}) {
      print_csv(\@shown, \@top);
   } elsif ($opt{affinity} eq 'yes') {
      use_screen_options(\%opt);
      print_affinity(arrays_together($profile));
   } else {
      use_screen_options(\%opt);
      choose_colours($opt{color});
      print_objects($profile, {
         columns => $columns, shown => \@shown, is_chosen => defined $opt{show}, keys => \@keys, objects => \@top, hidden => @objects - @top,
         filters => filter_text(), threshold => $opt{threshold},
         map { $_ => $opt{$_} eq 'yes' } 'lines', 'members', 'stacks',
      });
   }
   finish_output();
   return 0;
}

1;
