# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::Files: where a source is, and its text: the only way to what a profile names.
#
# Usage:
#   my $path = find_source('a.c');                # undef: nowhere, or not to be shown
#   my ($source, $why) = read_source('a.c');      # undef, and a reason, if it is not shown
#   $source->{path}, $source->{text}, $source->{written}    # as find_source() has it; bytes; seconds since 1970
#   my $lines = lines_of($source);                # the text, and where each line begins: a list of lines would take ten times as much memory
#   n_lines($lines), line_text($lines, 1)         # how many; one from 1 on, without its end and control characters
#   why_text($why, 'a.c')                         # "it was not found; -I names directories to look in"; no folder of the system is proposed
#   my @reasons = reasons(); heading_of($why)     # for lists of those left out
#   my ($options, $is_all) = options_for(@names); # "--source-root=/srv/app/src", which show those that are left out, as a shell reads it, but for
#                                                 # folders of the system; '': there is none; are they for all names?
#   my @names = sources_kept_back();              # that were asked for and lie outside the allowed folders
#
# A source is looked for under its name as it is in the profile; then in each directory of -I, under its name, then
# without its first directory, and so on to its last part alone.  Xgrind::Source::Folders says which files are allowed.

package Xgrind::Source::Files;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(dirname);
use Xgrind::Files::Privacy;
use Xgrind::Files::Regular;
use Xgrind::Source::Folders;
use Xgrind::Text::Messages;

our @EXPORT = qw(find_source read_source lines_of n_lines line_text why_text reasons heading_of options_for sources_kept_back);

my $SOURCE_MAX_B = 1 << 26;    # generated sources can be large, but not that large
my $CHUNK_B      = 1 << 16;
my $OPTIONS_MAX  = 4;    # that are printed

# Of all sources together: a profile can name any number of them. A line takes memory of its own, however short it is.
my $left_B     = 1 << 28;
my $left_lines = 1 << 22;

# Reasons: of one source, where DIR is its folder; of a list of them.
my @REASONS = (
   [ 'missing',    'it was not found; -I names directories to look in', 'Sources that were not found (-I names directories to look in):' ],
   [ 'outside',    'it lies outside the folders that may be shown; make the page again with --source-root=DIR',
      'Not shown, for safety, as they lie outside this folder and its checkout' ],
   [ 'link',       'it is a link that leads out of the folders whose sources are shown; --source-root with the folder that it leads to shows it',
      'Sources left out, as they are links that lead out of the folders whose sources are shown (--source-root=DIR shows what is below DIR):' ],
   [ 'hidden',     'it is hidden, or in a hidden folder; --source-root=DIR shows what is in that folder',
      'Sources left out, as they are hidden, or in hidden folders (--source-root=DIR shows what is in such a folder):' ],
   [ 'suffix',     'its name does not end as names of sources do; --source-root=DIR shows it', 'Sources left out, as their names do not end as names of sources do (--source-root=DIR shows them):' ],
   [ 'system',     'files of the kernel and of devices are never shown', 'Sources left out, as files of the kernel and of devices are never shown:' ],
   [ 'special',    'it is no regular file', 'Sources left out, as they are no regular files:' ],
   [ 'unreadable', 'it cannot be read', 'Sources that cannot be read:' ],
   [ 'empty',      'it is empty', 'Sources that are empty:' ],
   [ 'large',      'it is larger than a source can be', 'Sources left out, as they are larger than a source can be:' ],
   [ 'binary',     'it is no text', 'Sources left out, as they are no text:' ],
   [ 'many',       'the sources together are too large', 'Sources left out, as all together are too large:' ],
);
my %REASON = map { $_->[0] => $_ } @REASONS;

sub reasons    { return map { $_->[0] } @REASONS; }
sub heading_of { return $REASON{ $_[0] }[2]; }

# Folders below others of the list need no option of their own.
sub options_for {
   my (@names) = @_;
   my @all     = sort map { dirname($_) } @names;
   my @allowed = grep { may_be_proposed($_) } @all;
   my (@folders, %has_option);
   for my $folder (@allowed) {
      my @above = $folder;
      push @above, substr $folder, 0, $-[0] while $folder =~ m{/}g;
      next if grep { $has_option{$_} } @above;
      $has_option{$folder} = 1;
      push @folders, $folder;
   }
   my $left = @folders - $OPTIONS_MAX;
   splice @folders, $OPTIONS_MAX if $left > 0;
   return (join(' ', map { '--source-root=' . shell_word($_) } @folders) . ($left > 0 ? " and $left more" : ''), @allowed == @all);
}

sub why_text {
   my ($why, $name) = @_;
   my $text = $REASON{$why}[1];
   return $text =~ s/; [^;]*=DIR\b.*//r if !may_be_proposed(dirname($name));
   my $folder = shell_word(dirname($name));
   return $text =~ s/=DIR\b/=$folder/r;
}

# --- Where -----------------------------------------------------------------

# The paths at which a source may be, in the order in which they are tried; in folders to search, those whose first folder is there.
sub candidates {
   my ($name) = @_;
   no warnings 'newline';    # names may have some
   my @paths = $name;
   for my $folder (folders_to_search()) {
      my $rest = $name =~ s{^/+}{}r;
      my $has_up = $rest =~ m{(?:^|/)\.\.(?:/|\z)};
      do { push @paths, "$folder/$rest" if $has_up || $rest !~ m{^([^/]+)/} || lstat "$folder/$1"; } while $rest =~ s{^[^/]*/+}{};
   }
   return @paths;
}

# Opens what a path leads to; or why it does not.
sub open_allowed {
   my ($candidate) = @_;
   no warnings 'newline';    # names may have some
   my $path = path_without_links($candidate) // return (undef, 'missing');
   my $why  = why_not_allowed($path);
   if (defined $why) { return (undef, $why eq 'outside' && -l $candidate && !defined why_not_allowed(path_of_link($candidate)) ? 'link' : $why); }
   return open_regular($path);
}

# Where a link is itself.
sub path_of_link {
   my ($name) = @_;
   my ($folder, $base) = $name =~ m{^(.*/)?([^/]+)\z}s;
   return path_without_links($folder // '.') . "/$base";
}

# Opens a source: (handle, path), or (undef, undef, why).
sub open_source {
   my ($name) = @_;
   my $why;
   for my $candidate (candidates($name)) {
      my ($in, $why_not) = open_allowed($candidate);
      return ($in, $candidate) if $in;
      $why = $why_not if !defined $why || $why eq 'missing';
   }
   return (undef, undef, $why);
}

sub find_source {
   my ($name) = @_;
   my ($in, $path) = open_source($name);
   return $path;
}

# --- What ------------------------------------------------------------------

# The text; or why it is not read.  Files can grow, and some say that they have no bytes.
sub text_of {
   my ($in) = @_;
   my $text = '';
   while (1) {
      my $n = read($in, $text, $CHUNK_B, length $text) // return (undef, 'unreadable');
      last if !$n;
      return (undef, 'binary') if length $text == $n && index($text, "\0") >= 0;
      return (undef, 'large')  if length $text > $SOURCE_MAX_B;
      return (undef, 'many')   if length $text > $left_B;
   }
   my $n_lines = 1 + ($text =~ tr/\n//);
   return (undef, 'empty') if $text eq '';
   return (undef, 'many')  if $n_lines > $left_lines;
   $left_B     -= length $text;
   $left_lines -= $n_lines;
   return $text;
}

my %kept_back;
sub sources_kept_back { return sort keys %kept_back; }

sub read_source {
   my ($name) = @_;
   my ($in, $path, $why) = open_source($name);
   $kept_back{$name} = 1 if !$in && $why eq 'outside';
   return (undef, $why) if !$in;
   my ($text, $why_not) = text_of($in);
   return (undef, $why_not) if !defined $text;
   note_input($in);
   return { path => $path, text => $text, written => (stat $in)[9] };
}

my $START_B = 4;    # of a line's start, as SOURCE_MAX_B needs it

sub lines_of {
   my ($source) = @_;
   my $lines  = { text => $source->{text}, starts => '' };
   my ($from, $end) = (0, length $source->{text});
   while ($from < $end) {
      $lines->{starts} .= pack 'L', $from;
      $from = 1 + index $lines->{text}, "\n", $from or last;
   }
   return $lines;
}

sub n_lines { return length($_[0]{starts}) / $START_B; }

sub line_text {
   my ($lines, $n) = @_;
   my ($from, $next) = unpack 'L2', substr $lines->{starts}, $START_B * ($n - 1), 2 * $START_B;
   my $line = substr $lines->{text}, $from, ($next // length $lines->{text}) - $from;
   $line =~ s/\r?\n\z//;
   $line =~ tr/\x00-\x08\x0a-\x1f\x7f/?/;
   return $line;
}

1;
