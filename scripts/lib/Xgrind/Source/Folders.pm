# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::Folders: the folders whose files may be shown as sources (docs/text-tools.md has the rules).
#
# Usage:
#   set_source_folders({ include => ['src'], 'source-root' => ['/srv/app'] });    # of the command line
#   add_object_files('/home/me/app/build/app');    # that a profile names: their folders of compilation count, too, below -I and --source-root
#   add_programs('app');                           # that the user names: theirs count, wherever they lie; before a source is read
#   my @others = without_programs(@arguments);     # adds those of the command line; the others
#   my $why = why_not_allowed('/etc/passwd');      # of a path without links: "outside", "hidden", "suffix", "system"; undef: it is allowed
#   my $root = repository_of('/srv/app/src/a.c')   # of a path without links: the checkout that it is in, else its --source-root; undef: none is known
#   may_be_proposed('/srv/app/src')                # as a folder for --source-root: it is no folder of the system, or of all users or projects
#   is_source_name('a.c')                          # does it end as names of sources do?
#   my @folders = folders_to_search();             # those of -I, as they were given
#
# A profile may come from a stranger, and so may the program that it names: whatever they name is judged by where it leads, and never
# by what is there, so that nobody learns which files there are.

package Xgrind::Source::Folders;
use strict;
use warnings;
use feature 'state';
use Cwd qw(abs_path getcwd);
use Exporter qw(import);
use File::Basename qw(dirname);
use Xgrind::Files::Regular;
use Xgrind::Source::CompilationFolders;
use Xgrind::Text::Messages;

our @EXPORT = qw(set_source_folders add_object_files add_programs without_programs folders_to_search why_not_allowed repository_of is_below may_be_proposed is_source_name);

my $SUFFIX = qr/\.(?:[cChHsSdfFiylv]|cc|cp|cpp|cxx|c\+\+|ccm|cppm|cxxm|ixx|cu|cuh|cl|hip|hh|hp|hpp|hxx|h\+\+|ii|inl|ipp|tcc|tpp|txx|inc|def|tbl|
   asm|sx|for|ftn|FOR|FTN|fpp|FPP|f77|F77|f90|F90|f95|F95|f03|F03|f08|F08|rs|go|di|zig|adb|ads|ada|pas|pp|nim|m|mm|swift|kt|java|scala|hs|ml|mli|jl|
   js|ts|py|pyi|pyx|pxd|pl|pm|ll|lpp|l\+\+|lex|yy|ypp|y\+\+|re|rl|gperf|vala|cr)\z/x;

# Headers and sources that the distribution has installed.
my $SYSTEM = qr{^/usr/(?:local/)?(?:include|src|lib(?:32|64|x32)?/(?:gcc|gcc-cross|clang|llvm-[^/]+|rustlib|python3[^/]*))/};

# No project: folders of the system, of all users, of all projects of one.
my $OF_THE_SYSTEM = qr{^/(?:(?:bin|boot|etc|home|lib\w*|media|mnt|nix|opt|root|sbin|snap|srv|tmp|usr|var)|(?:boot|home|usr|var)/[^/]*|etc/.*)\z};

my $left_objects     = 200;       # whose folders of compilation are looked up
my $left_comparisons = 20_000;    # of them with folders of sources: a profile can name any number of both

my (@roots, @include, @include_paths);    # the latter without links
my @programs;                             # that the user has named, without links
my @implied;                              # the current folder, the project around it, and folders of compilation; undef: not known yet
my $are_implied_known;
my (%object_file, @object_files);         # all by name, and those not looked up yet, without links
my %tried;                                # folders for whose files object files were looked up -> how many were known then

# --- Folders ---------------------------------------------------------------

sub is_below {
   my ($path, $folder) = @_;
   return $folder eq '/' || index("$path/", "$folder/") == 0;
}

# The user's homes, without links.
sub homes {
   state $homes = [ grep { defined } map { abs_path($_) } grep { defined && $_ ne '' } $ENV{HOME}, (getpwuid $>)[7] ];
   return @$homes;
}

# Does the name of a folder, without links, say that it holds more than a project?
sub is_wide_by_name {
   my ($folder) = @_;
   return $folder eq '/' || $folder =~ $OF_THE_SYSTEM || is_of_kernel($folder) || grep { is_below($_, $folder) } homes();
}

# Does a folder, without links, hold more than a project?
sub is_wide {
   my ($folder) = @_;
   return 1 if is_wide_by_name($folder);
   return -k $folder && (stat _)[2] & 2;    # where everybody may put files, as in /tmp
}

# A stranger's profile may name any file, and the user follow what is proposed.  Whatever is there says nothing here.
sub may_be_proposed {
   my ($name) = @_;
   my $folder = path_without_links($name) // return 0;
   return !is_wide_by_name($folder) && !is_wide_by_name($name);
}

# The top of the checkout that a folder is in; undef: it is in none.
sub project_around {
   my ($folder) = @_;
   for (; !is_wide($folder); $folder = dirname($folder)) {
      return $folder if grep { -e "$folder/$_" } qw(.git .hg .svn);
   }
   return undef;
}

# The outermost checkout of git that a folder is in, as one may be a part of another; undef: it is in none.
sub repository_around {
   my ($folder) = @_;
   my $outermost;
   for (; !is_wide($folder); $folder = dirname($folder)) {
      $outermost = $folder if -e "$folder/.git";
   }
   return $outermost;
}

# What is wrong with a name of a folder that is none.
sub no_folder_text {
   my ($name) = @_;
   return -e $name ? printable($name) . ' is no folder' : 'there is no folder ' . printable($name);
}

# The links on the way to a folder, each with where it leads: [ [ '/home/me/app/src', '/srv/src' ], ... ].  The folders before a link have none.
sub links_on_the_way {
   my ($name) = @_;
   my $at = $name =~ m{^/} ? '' : getcwd() // return ();
   my @links;
   for my $part (grep { $_ ne '' && $_ ne '.' } split m{/}, $name) {
      if ($part eq '..') { $at =~ s{/[^/]*\z}{}; next; }
      $at .= "/$part";
      next if !-l $at;
      my $target = abs_path($at) // return @links;
      push @links, [ $at, $target ];
      $at = $target eq '/' ? '' : $target;
   }
   return @links;
}

# A link may have come with a stranger's files, where the user takes it for a folder of them: one in the current folder or a checkout must
# not lead out of it, or to what is hidden there.
sub check_links {
   my ($option, $name) = @_;
   my $here = getcwd() // return;
   for my $link (links_on_the_way($name)) {
      my ($from, $to) = @$link;
      my $around = project_around(dirname($from)) // (is_below($from, $here) ? $here : next);
      next if is_below($to, $around) && ($to eq $around || (why_not_below("$to/", $around, 1) // '') ne 'hidden');
      my $real = abs_path($name) // next;
      fail("$option: " . printable($from) . ' is a link that leads to ' . printable($to) . "; if what is there may be shown, give the folder itself: $option=" . shell_word($real));
   }
   return;
}

sub set_source_folders {
   my ($opt) = @_;
   @include = @{ $opt->{include} // [] };
   my ($no_root) = grep { !-d } @{ $opt->{'source-root'} // [] };
   fail('--source-root: ' . no_folder_text($no_root)) if defined $no_root;
   warn_user(no_folder_text($_)) for grep { !-d } @include;    # which compilers accept, too
   check_links('--source-root', $_) for @{ $opt->{'source-root'} // [] };
   check_links('--include',     $_) for @include;
   my $paths = sub { return grep { defined } map { abs_path($_) } @_ };
   @roots         = $paths->(@{ $opt->{'source-root'} // [] });
   @include_paths = $paths->(@include);
   return;
}

sub folders_to_search { return @include; }

sub implied_folders {
   return @implied if $are_implied_known;
   $are_implied_known = 1;
   my $here = getcwd() // return @implied;
   push @implied, $here, project_around($here) // source_folder_of($here) // ();
   push @implied, map { folders_of_object_file($_) } @programs;
   return @implied;
}

# The folder around one that is called as folders are in which programs are built; undef: it is called otherwise.
sub source_folder_of {
   my ($folder) = @_;
   return undef if $folder !~ m{/(?:_?build|cmake-build|out|objs?|bin|debug|release)(?:[-_.][^/]*)?\z}i;
   my $around = dirname($folder);
   return is_wide($around) ? undef : $around;
}

# --- Folders of compilation ------------------------------------------------

# A profile can name programs of any other project of the reader's: one that lies outside the folders of the options vouches for nothing. One in
# the current folder, or its checkout, could vouch for no more than these.
sub add_object_files {
   my (@names) = @_;
   return if !@roots && !@include_paths;
   for my $path (grep { defined } map { abs_path($_) } grep { m{^/} && !$object_file{$_}++ } @names) {
      push @object_files, $path if grep { is_below($path, $_) } @roots, @include_paths;
   }
   return;
}

# A program alone was taken for a profile: its reader says so.
sub without_programs {
   my (@names) = @_;
   my @others = grep { !open_object_file($_) } @names;
   return @names if !@others;
   my %is_other = map { $_ => 1 } @others;
   add_programs(grep { !$is_other{$_} } @names);
   return @others;
}

sub add_programs {
   push @programs, grep { defined } map { path_without_links($_) } @_;
   return;
}

# The innermost folder that two paths are in.
sub common_folder {
   my ($path, $other) = @_;
   my $folder = dirname($path);
   $folder = dirname($folder) while !is_below($other, $folder);
   return $folder;
}

# The folders whose sources an object file vouches for: where it was compiled, or the checkout around that, if it lies there
# itself. It can say what it likes of its compilation, so that a checkout is as far as it goes; without one, its own folder is, and
# the one around a folder of builds.
sub folders_of_object_file {
   my ($file) = @_;
   my $own     = dirname($file);
   my $project = project_around($own);
   my $around  = source_folder_of($own);
   my %found;
   return () if is_wide($own);
   for my $folder (grep { defined } map { abs_path($_) } compilation_folders($file)) {
      if (defined $project) { $found{$project} = 1 if is_below($folder, $project) || is_below($project, $folder) && !is_wide($folder); }
      elsif (is_below($folder, $around // $own)) { $found{$_} = 1 for $own, $around // (); }
   }
   return keys %found;
}

# Adds folders of compilation that a path may be in, from object files that were not looked up yet.
sub add_folders_for {
   my ($path) = @_;
   my $n = keys %object_file;
   return if $left_comparisons < @object_files;
   return if ($tried{ dirname($path) } // 0) == $n;
   $tried{ dirname($path) } = $n;
   $left_comparisons -= @object_files;
   my (@near, @others);
   push @{ $left_objects && !is_wide(common_folder($path, $_)) && $left_objects-- ? \@near : \@others }, $_ for @object_files;
   @object_files = @others;
   my %is_known = map { $_ => 1 } implied_folders();
   push @implied, grep { !$is_known{$_}++ } map { folders_of_object_file($_) } @near;
   return;
}

# --- Files -----------------------------------------------------------------

sub is_source_name { return $_[0] =~ $SUFFIX; }

# What is wrong with a file below this folder; undef: nothing.  Headers of C++ have no suffix.
sub why_not_below {
   my ($path, $folder, $any_name) = @_;
   my $rest = substr $path, $folder eq '/' ? 1 : 1 + length $folder;
   return 'hidden' if $rest =~ m{(?:^|/)\.};
   return undef    if $any_name || is_source_name($rest) || $path =~ m{/include/(?:.*/)?[A-Za-z]\w*\z}a;
   return 'suffix';
}

# What is wrong with a file below these folders: nothing (undef), if one of them has no objection; "outside": it is in none.
sub why_not_in {
   my ($path, $any_name, @folders) = @_;
   my $why = 'outside';
   for my $folder (grep { $path ne $_ && is_below($path, $_) } @folders) {
      $why = why_not_below($path, $folder, $any_name) // return undef;
   }
   return $why;
}

sub why_not_allowed {
   my ($path) = @_;
   return 'system' if is_of_kernel($path);
   my $of_system = $path =~ $SYSTEM ? $& =~ s{/\z}{}r : undef;
   my $why   = why_not_in($path, 1, @roots)                                                          // return undef;
   my $other = why_not_in($path, 0, @include_paths, implied_folders(), $of_system // ()) // return undef;
   add_folders_for($path);
   $other = why_not_in($path, 0, @include_paths, implied_folders(), $of_system // ()) // return undef;
   return $why ne 'outside' ? $why : $other;
}

# A stranger's profile learns nothing of checkouts whose sources may not be shown.
sub repository_of {
   my ($path) = @_;
   return undef if defined why_not_allowed($path);
   my ($root) = sort { length $a <=> length $b } grep { is_below($path, $_) } @roots;
   return repository_around(dirname($path)) // $root;
}

1;
