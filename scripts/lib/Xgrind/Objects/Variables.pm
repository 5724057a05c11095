# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::Variables: the variable that an allocation is assigned to, as its programmer calls it.
#
# Usage:
#   name_objects($profile);                  # of Xgrind::Objects::ObjectNames: chooses each object's frame
#   my $name = variable_of($object);         # "grid->cells", bytes; undef: the source does not say it
#   my @names = variables_of_line($program, '/src/grid.c', 17);   # all that a line allocates for, as far as it says that
#   my @lines = lines_allocating($program, '/src/grid.c', 'grid');   # for a variable of this name
#   my $source = trusted_source({ file => '/src/grid.c', line => 17, module => $program });    # of Xgrind::Source::SourceLines, or undef
#   my $type = named_type_of($object);       # "particle": malloc(n * sizeof(struct particle)), new particle
#
# Contract: undef wherever there is a doubt.  Static objects have a symbol and need no other name: undef.
# The call that is looked for in the source is that of the object's frame, or, without one, that of its
# innermost call; where it returns what it allocates, at once or by way of a local variable, that of its caller.
# A source that is not there, may not be read (docs/text-tools.md), is newer than its module or too large says nothing.  Each file is read once.  The rules are in docs/objects.md.

package Xgrind::Objects::Variables;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Objects::ObjectNames;
use Xgrind::Source::Allocation;
use Xgrind::Source::Folders;
use Xgrind::Source::Function;
use Xgrind::Source::SourceLines;
use Xgrind::Text::CodeNames;

our @EXPORT = qw(trusted_source variable_of named_type_of variables_of_line lines_allocating);

my %source;    # source_lines() by path

# Functions' names as the source has them: "operator new", "with_capacity", "xmalloc".
sub short_name {
   my ($name) = @_;
   return 'new' if $name =~ /^operator new/ || $name =~ /^_Zn[wa]/;
   my $short = code_name($name) =~ s/\@.*//sr;
   $short =~ s/<>//g;
   $short =~ s/.*:://s;
   return $short =~ s/\..*//sr;
}

# The class that the function constructs, or ''.
sub constructed {
   my ($name) = @_;
   my $plain = code_name($name) =~ s/<>//gr;
   return $plain =~ /(?:^|::)(\w+)::\1\z/a ? $1 : '';
}

# The calls that led to the allocation, from that in the user's code on: the place of each, the function
# that it is in, and the one that it calls ('': the allocator itself).
sub calls_to {
   my ($object) = @_;
   my $stack = $object->{stack};
   if (!$stack || !@$stack) {
      my ($file, $line) = ($object->{source} // '') =~ /^(.+):(\d+)\z/s or return;
      return { file => $file, line => $line, module => '', name => '', callee => '' };
   }
   my $frame = $object->{frame} // $stack->[0];
   my ($first) = grep { $stack->[$_] == $frame } 0 .. $#$stack;
   return if !defined $first;
   return map { { %{ $stack->[$_] }, callee => $_ ? $stack->[ $_ - 1 ]{name} : '', callee_file => $_ ? $stack->[ $_ - 1 ]{file} // '' : '' } } $first .. $#$stack;
}

# The source's lines, or undef: there are none that can be trusted.
sub trusted_source {
   my ($call) = @_;
   my ($file, $module) = ($call->{file}, $call->{module} // '');
   return undef if $file eq '' || !$call->{line} || is_library_file($file);
   add_object_files($module);
   $source{$file} = source_lines($file) if !exists $source{$file};
   my $lines = $source{$file} // return undef;
   my $built = $module eq '' ? undef : (stat $module)[9];
   return undef if defined $built && $lines->{written} > $built;
   return $lines;
}

# What a line of source says about the function that it calls.
sub callee_of {
   my ($name, $file, $among) = @_;
   return { name => '', class => '', is_library => 0, among => $among } if $name eq '';
   # what was inlined has no namespace: "vector" constructs one
   my $is_inlined = is_library_file($file) && $name =~ /^\w+\z/;
   return {
      among      => $among,
      name       => short_name($name),
      class      => $is_inlined ? $name : constructed($name),
      is_library => $is_inlined || code_name($name) =~ /^(?:std|alloc|core|__gnu_cxx)::/ ? 1 : 0,
   };
}

# A function that returns what it allocates leaves it to its caller to give it a name, also if it calls it "p" itself; unless
# nothing is known but the line.
sub find_variable {
   my ($among, @calls) = @_;
   for my $call (@calls) {
      my $lines  = trusted_source($call) // return undef;
      my $callee = callee_of($call->{callee}, $call->{callee_file} // '', $among);
      my $name   = allocated_variable($lines, $call->{line}, $callee);
      my $function = defined $name ? returns_local($lines, $call->{line}, $name) : undef;
      return $name if defined $name && (!defined $function || $call->{name} eq '');
      # a function of another name was inlined here: nobody knows which line called it
      return undef if defined $name ? $function ne short_name($call->{name}) : !returned_allocation($lines, $call->{line}, $callee, short_name($call->{name}));
   }
   return undef;
}

sub variable_of {
   my ($object) = @_;
   return undef if ($object->{symbol} // '') ne '';
   $object->{variable} = find_variable($object->{among}, calls_to($object)) if !exists $object->{variable};
   return $object->{variable};
}

sub variables_of_line {
   my ($program, $file, $line) = @_;
   my $lines = trusted_source({ file => $file, line => $line, module => $program }) // return;
   return allocated_variables($lines, $line);
}

sub lines_allocating {
   my ($program, $file, $name) = @_;
   my $lines = trusted_source({ file => $file, line => 1, module => $program }) // return;
   my @those = grep { ($lines->{text}[$_] // '') =~ /\b\Q$name\E\b/ } 1 .. $#{ $lines->{text} };
   return grep { my $line = $_; grep { $_ eq $name } allocated_variables($lines, $line) } @those;
}

sub named_type_of {
   my ($object) = @_;
   my ($call) = calls_to($object) or return undef;
   my $lines = trusted_source($call) // return undef;
   return allocated_type($lines, $call->{line});
}

1;
