# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgReach: which files decide whether a suite passes, and which files a change has changed.
#
# A suite reaches its script, what is beside it and is no other suite, the modules of tests/lib that it uses, the folders that it names,
# the scripts of users that it names with their modules, and, if it needs the tool, all that the tool is built from. It
# is read in its text; where that says too little, as in "scripts/$name", it reaches the whole folder.
#
# Usage:
#   my $reach = XgReach->new($top, @suites);            # names of all suites, such as 'known/stores'
#   my @parts = $reach->parts('known/stores', tool => 1);    # files and folders from $top, in order
#   XgReach::has($changed, @parts)                      # those of the changed files that are one of these, or in it
#   my $changed = XgReach::changed($top, 'HEAD');       # files that differ from a commit, with new ones, in order; undef without git
#   XgReach::commit($top, 'HEAD')                       # "815c9ab9 (subject)", or undef: there is no such commit
package XgReach;
use strict;
use warnings;
use XgTest;

# What the tool is built from beside the layers; scripts of tools/ that the build calls are named in these.
my @BUILD = qw(configure.ac Makefile.am autogen.sh callgrind include launch machines);

sub new {
    my ($class, $top, @suites) = @_;
    my @folders = map { s{.*/}{}r } grep { -d && !m{/(?:build[^/]*|tests|scripts)\z} } glob "\Q$top\E/*";
    my @layers = grep { my @c = glob "\Q$top/$_\E/*.c"; @c } grep { !/^(?:bench|calibrate|launch)\z/ } @folders;
    my %is_suite = map { $_ => 1 } @suites;
    return bless { top => $top, folders => \@folders, layers => \@layers, is_suite => \%is_suite, text => {} }, $class;
}

# The text of a file or folder from $top, '' without it.
sub text {
    my ($self, $file) = @_;
    return $self->{text}{$file} //= -f "$self->{top}/$file" ? XgTest::slurp("$self->{top}/$file") : '';
}

sub without_comments { my ($text) = @_; return $text =~ s/^__END__\n.*//msr =~ s/^=\w.*?^=cut\n//msgr =~ s/^\s*#.*//mgr; }

# The modules of tests/lib that a script uses, directly or not.
sub modules {
    my ($self, $file, $seen) = @_;
    for ($self->text($file) =~ /^\s*(?:use|require) (Xg\w+)/mg) {
        my $module = "tests/lib/$_.pm";
        $self->modules($module, $seen) if -f "$self->{top}/$module" && !$seen->{$module}++;
    }
    return $seen;
}

# The scripts of users, and modules of these, that a text names; the whole folder where names are put together.
sub named_scripts {
    my ($self, $text) = @_;
    return 'scripts' if $text =~ m{\bscripts/(?!xgrind_[a-z]|lib\b|quickstart\b|check\b)|\bscripts['"]|\bxgrind_(?:\$|\*|['"] *\. )};
    my @named = map { "scripts/$_" } $text =~ /\b(xgrind_[a-z]+)\b/g, $text =~ m{\bscripts/(quickstart|check)\b}g;
    push @named, map { 'scripts/lib/' . s{::}{/}gr . '.pm' } $text =~ /\b(Xgrind(?:::\w+)+)/g;
    push @named, map { "scripts/lib/Xgrind/$_.pm" } $text =~ m{\b([A-Z]\w+/\w+)\b}g;    # require "Xgrind/$_.pm" for qw(...)
    return grep { -f "$self->{top}/$_" } @named;
}

# Adds those that a text names, with what these name.
sub add_scripts {
    my ($self, $text, $parts) = @_;
    my @left = $self->named_scripts($text);
    while (defined(my $file = shift @left)) {
        next if $parts->{$file}++;
        push @left, @{ $self->{names}{$file} //= [ $self->named_scripts(without_comments($self->text($file))) ] };
    }
    return;
}

# Adds other files and folders of tests/ that a text names, as tests/x/y or ../x/y.
sub add_tests {
    my ($self, $text, $parts) = @_;
    for ($text =~ m{(?:\btests|\.\.)/(\w[\w./-]*)}g) {
        my $file = "tests/$_" =~ s{/+\z}{}r;
        $file =~ s{/[^/]*\z}{} while !-e "$self->{top}/$file";
        $parts->{$file} = 1 if $file =~ m{/} && $file ne 'tests/lib';
    }
    return;
}

sub tool_parts {
    my ($self) = @_;
    return @{ $self->{tool_parts} //= do {
        my $text = join "\n", map { $self->text($_) } qw(configure.ac Makefile.am autogen.sh), map { s{^\Q$self->{top}\E/}{}r } glob "\Q$self->{top}\E/launch/*.{am,m4}";
        my %tools = map { $_ => 1 } grep { -f "$self->{top}/$_" } $text =~ m{\b(tools/[a-z-]+)}g;
        [ @BUILD, @{ $self->{layers} }, sort keys %tools ];
    } };
}

sub parts {
    my ($self, $suite, %is) = @_;
    my ($folder) = $suite =~ m{^(\w+)/};
    my $script = "tests/$suite";
    my %parts  = ($script => 1, 'tests/known/progs' => 1, %{ $self->modules($script, {}) });
    my $text   = join "\n", map { without_comments($self->text($_)) } sort keys %parts;
    for my $file (map { s{^\Q$self->{top}\E/}{}r } glob "\Q$self->{top}\E/tests/$folder/* \Q$self->{top}\E/tests/lib/*") {
        $parts{$file} = 1 if $file !~ m{\.pm\z} && !$self->{is_suite}{ $file =~ s{^tests/}{}r };
    }
    $self->add_tests($text, \%parts);
    my %named = map { $_ => 1 } $text =~ m{(\w+)/}g, $text =~ m{/(\w+)}g;
    $parts{$_} = 1 for grep { $named{$_} } @{ $self->{folders} };
    $parts{$_} = 1 for grep { -f "$self->{top}/$_" } $text =~ /\b(\w+\.md|configure\.ac|Makefile\.am)\b/g;
    $parts{$_} = 1 for $folder =~ /^(?:unit|faults)\z/ ? @{ $self->{layers} } : ();
    $parts{$_} = 1 for $is{tool} ? $self->tool_parts : ();
    $self->add_scripts($text, \%parts);
    return sort keys %parts;
}

sub has {
    my ($changed, @parts) = @_;
    my $in = join '|', map { quotemeta } @parts;
    return grep { m{^(?:$in)(?:/|\z)} } @$changed;
}

# ------------------------------------------------------------------ changes

sub git { my ($top, $command) = @_; my $said = qx(git -C '$top' $command 2>/dev/null); return $? ? undef : $said; }

sub commit {
    my ($top, $name) = @_;
    return undef if $name !~ m{^[\w./~^@-]+\z} || $name =~ /^-/;
    my $said = git($top, "show -s --format='%h (%s)' '$name^{commit}'");
    return defined $said ? $said =~ s/\n.*//sr : undef;
}

sub changed {
    my ($top, $since) = @_;
    my $diff = git($top, "diff --name-only --no-renames -z --relative '$since'");
    my $new  = git($top, 'ls-files --others --exclude-standard -z');
    return undef if !defined $diff || !defined $new;
    my %changed = map { $_ => 1 } split /\0/, "$diff$new";
    return [ sort keys %changed ];
}

1;
