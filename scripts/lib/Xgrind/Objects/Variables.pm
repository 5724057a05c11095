# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::Variables: the variable that an allocation is assigned to, as its programmer calls it.
#
# Usage:
#   name_objects($profile);                  # of Xgrind::Objects::Names: chooses each object's frame
#   my $name = variable_of($object);         # "grid->cells", bytes; undef: the source does not say it
#
# Contract: undef wherever there is a doubt.  Static objects have a symbol and need no other name: undef.
# The call that is looked for in the source is that of the object's frame, or, without one, that of its
# innermost call.  A source that is not there, is newer than its module or too large says nothing.  Each
# file is read once.  The rules are in docs/objects.md.

package Xgrind::Objects::Variables;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Objects::Names;
use Xgrind::Source::Allocation;
use Xgrind::Source::Lines;

our @EXPORT = qw(variable_of);

# Where the library of C++ or Rust is: its lines name nothing of the program's.
my $LIBRARY_FILE = qr{/include/c\+\+/|^/rustc/[^/]+/library/|/rustlib/src/rust/library/|^/rust/deps/};

my %source;    # source_lines() by path

# Functions' names as the source has them: "operator new", "with_capacity", "xmalloc".
sub short_name {
   my ($name) = @_;
   return 'new' if $name =~ /^operator new/ || $name =~ /^_Zn[wa]/;
   my $short = plain_name($name) =~ s/\@.*//sr;
   $short =~ s/<>//g;
   $short =~ s/.*:://s;
   return $short =~ s/\..*//sr;
}

# The class that the function constructs, or ''.
sub constructed {
   my ($name) = @_;
   my $plain = plain_name($name) =~ s/<>//gr;
   return $plain =~ /(?:^|::)(\w+)::\1\z/a ? $1 : '';
}

# The call in the user's code: its place, and the function that it calls ('': the allocator itself).
sub call_of {
   my ($object) = @_;
   my $stack = $object->{stack};
   if (!$stack || !@$stack) {
      my ($file, $line) = ($object->{source} // '') =~ /^(.+):(\d+)\z/s or return undef;
      return { file => $file, line => $line, callee => '' };
   }
   my $frame = $object->{frame} // $stack->[0];
   my ($n)   = grep { $stack->[$_] == $frame } 0 .. $#$stack;
   my $callee = $n ? $stack->[ $n - 1 ]{name} : '';
   return { file => $frame->{file}, line => $frame->{line}, module => $frame->{module}, callee => $callee };
}

# The source's lines, or undef: there are none that can be trusted.
sub lines_for {
   my ($call) = @_;
   my ($file, $module) = ($call->{file}, $call->{module} // '');
   return undef if $file eq '' || !$call->{line} || $file =~ $LIBRARY_FILE;
   $source{$file} = source_lines($file) if !exists $source{$file};
   my $lines = $source{$file} // return undef;
   my $built = $module eq '' ? undef : (stat $module)[9];
   return undef if defined $built && $lines->{written} > $built;
   return $lines;
}

sub variable_of {
   my ($object) = @_;
   return undef if ($object->{symbol} // '') ne '';
   return $object->{variable} if exists $object->{variable};
   my $call  = call_of($object) // return undef;
   my $lines = lines_for($call);
   return $object->{variable} = undef if !$lines;
   my %callee = (name => '', class => '', is_library => 0);
   %callee = (
      name       => short_name($call->{callee}),
      class      => constructed($call->{callee}),
      is_library => plain_name($call->{callee}) =~ /^(?:std|alloc|core|__gnu_cxx)::/ ? 1 : 0,
   ) if $call->{callee} ne '';
   return $object->{variable} = allocated_variable($lines, $call->{line}, \%callee);
}

1;
