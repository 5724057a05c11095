# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::FindingsSarif: findings in the Static Analysis Results Interchange Format (SARIF) 2.1.0 of OASIS, which code
# hosts show beside the lines of a change.
#
# Usage:
#   print_sarif($version, $data, $report, { top => 5, strip => [ '/build/' ] });    # of Xgrind::Data::Misses, ::Findings
#
# Paths below the root of the repository (else below --source-root or the current folder), or behind a prefix to strip, are relative to
# %SRCROOT%; others are file: URIs.  A finding's fingerprint is made of what a change of other lines leaves alone.

package Xgrind::Findings::FindingsSarif;
use strict;
use warnings;
use Cwd qw(getcwd);
use Digest::SHA ();
use Encode ();
use Exporter qw(import);
use JSON::PP ();
use List::Util qw(min);
use Xgrind::Files::Regular;
use Xgrind::Findings::CodeLines;
use Xgrind::Findings::TriedLayouts;
use Xgrind::Objects::Labels;
use Xgrind::Objects::Variables;
use Xgrind::Source::Folders;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Json;
use Xgrind::Text::Numbers;
use Xgrind::Text::Paths;

our @EXPORT = qw(print_sarif);

my $SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

my @RULES = (
   [ 'conflict', 'ConflictMisses', 'Conflict misses', 'Lines of memory that are used together fall into the same sets of a cache, and evict each other though there is room elsewhere.' ],
   [ 'capacity', 'CapacityMisses', 'Capacity misses', 'Data are loaded again and again, as more is used in between than fits into the cache.' ],
   [ 'true-sharing', 'TrueSharing', 'True sharing', 'Threads on different cores write what others read or write, so that its line of memory moves between their caches.' ],
   [ 'false-sharing', 'FalseSharing', 'False sharing', 'Threads on different cores use different bytes of one line of memory, which moves between their caches all the same.' ],
);
my %RULE = map { $RULES[$_][0] => { index => $_, title => $RULES[$_][2] } } 0 .. $#RULES;

# --- Texts -----------------------------------------------------------------

# A message; braces are doubled, as they stand for arguments.
sub message {
   my ($bytes) = @_;
   return { text => json_text($bytes =~ s/([{}])/$1$1/gr) };
}

# What a data file says of a place: no file of its own is '' or '???'.
sub has_file { return ($_[0] // '') !~ /^(?:\?\?\?)?\z/; }

# A path as URI reference: bytes that are not its own are in hexadecimal.
sub uri_of {
   my ($path) = @_;
   return $path =~ s{([^A-Za-z0-9/._~-])}{sprintf '%%%02X', ord $1}ger;
}

# The root of the repository: that of the first file that is in one, since %SRCROOT% is one folder; else the current folder.
sub root_of_findings {
   my (@findings) = @_;
   for my $finding (@findings) {
      my @places = (($finding->{caller} // {})->{file}, map { $_->{function}{file} } @{ $finding->{code} });
      for my $file (grep { has_file($_) } @places) {
         my $path = path_without_links($file) // next;
         my $root = repository_of($path)      // next;
         return $root;
      }
   }
   return getcwd();
}

# Where a file is: below the root, or behind a prefix to strip, by a name relative to the root.
sub artifact {
   my ($file, $opt) = @_;
   my $path = plain_path($file);
   my @strip = map { s{/*\z}{}r } @{ $opt->{strip} // [] };
   if (@strip) {
      my $strip = strip_pattern(@strip);
      my $rest  = $path =~ s{$strip}{}r;
      return in_repository($rest) if $rest !~ m{^/};
   }
   return in_repository($path) if $path !~ m{^/};
   my $real = path_without_links($path) // $path;
   for my $each ($path, $real) {
      return in_repository(substr $each, 1 + length $opt->{root}) if $each ne $opt->{root} && is_below($each, $opt->{root});
   }
   return { uri => 'file://' . uri_of($path) };
}

sub in_repository {
   my ($name) = @_;
   return { uri => uri_of($name =~ s{^(?:\./)+}{}r), uriBaseId => '%SRCROOT%' };
}

# What %SRCROOT% is.  Behind a prefix it is a folder of the computer that built the program, which the reader of the findings knows better.
sub base_of_uris {
   my ($opt) = @_;
   my $is_known = !@{ $opt->{strip} // [] };
   return { '%SRCROOT%' => { $is_known ? (uri => 'file://' . uri_of($opt->{root} =~ s{/*\z}{/}r)) : (), description => { text => 'The root of the repository.' } } };
}

# --- Findings --------------------------------------------------------------

# A place in code; without a file or line, as far as it is known.
sub location {
   my ($function, $line, $opt) = @_;
   my %location;
   if (has_file($function->{file})) {
      $location{physicalLocation}{artifactLocation} = artifact($function->{file}, $opt);
      $location{physicalLocation}{region}{startLine} = $line + 0 if $line;
   }
   my $name = readable_name($function->{name});
   $location{logicalLocations} = [ { name => json_text($name), kind => 'function' } ] if $name ne '';
   return \%location;
}

# Where the program calls code that is not its own and misses; undef: the code is its own, or that line is not known.
sub calling_place {
   my ($finding) = @_;
   my $caller = $finding->{caller};
   return $caller && defined $caller->{line} ? { function => { name => $caller->{function}, file => $caller->{file} }, line => $caller->{line} } : undef;
}

# Other lines of a finding's code, and the calls that allocated its objects.
sub related_locations {
   my ($finding, $opt) = @_;
   my @code = @{ $finding->{code} };
   my @places = map { [ $_->{function}, $_->{line}, commas(int($_->{misses} + 0.5)) . ' misses' ] } @code[ (calling_place($finding) ? 0 : 1) .. $#code ];
   for my $object (map { $_->{object} } @{ $finding->{objects} }) {
      my ($call) = grep { has_file($_->{file}) && $_->{line} } @{ $object->{stack} // [] };
      push @places, [ $call, $call->{line}, 'allocates ' . object_label($object) ] if $call;
   }
   my $id = 0;
   return [ map { my ($function, $line, $text) = @$_; +{ %{ location($function, $line, $opt) }, id => ++$id, message => message($text) } } @places ];
}

sub text_of {
   my ($finding) = @_;
   my @labels = map { object_label($_->{object}) } @{ $finding->{objects} };
   my ($code) = @{ $finding->{code} };
   my $text = $RULE{ $finding->{type} }{title} . " in $finding->{level}";
   $text .= ' in ' . readable_name($code->{function}{name}) if $code;
   $text .= ', called in ' . readable_name($finding->{caller}{function}) if $finding->{caller};
   $text .= ", on $labels[0]" . (@labels > 1 ? ' and ' . (@labels - 1) . ' more' : '') if @labels;
   $text .= ': ' . commas(int($finding->{misses} + 0.5)) . ' misses';
   $text .= sprintf '; a fix saves %s %s cycles, %s of the estimate of the program', $finding->{is_bound} ? 'up to' : 'about', commas(int($finding->{saving} + 0.5)), rate_text($finding->{saving_percent}, 100) if $finding->{is_modelled};
   $text .= ". $finding->{remedy}";
   return $text . ($finding->{layout} ? ' Layout: ' . layout_text($finding->{layout}) . '.' : '');
}

# What stays equal while other lines change.
sub fingerprint {
   my ($finding) = @_;
   my ($code) = map { $_->{function}{name} } @{ $finding->{code} };
   my @objects = map {
      my @calls = map { $_->{name} } @{ $_->{object}{stack} // [] };
      @calls ? variable_of($_->{object}) // join ';', @calls : object_label($_->{object});
   } @{ $finding->{objects} };
   return Digest::SHA::sha256_hex(join "\0", @$finding{qw(type level)}, $code // '', sort @objects);
}

sub result {
   my ($finding, $opt) = @_;
   my $code    = calling_place($finding) // $finding->{code}[0];
   my $related = related_locations($finding, $opt);
   return {
      ruleId    => $finding->{type},
      ruleIndex => $RULE{ $finding->{type} }{index},
      level     => 'warning',
      message   => message(text_of($finding)),
      locations => $code ? [ location(@$code{qw(function line)}, $opt) ] : [],
      @$related ? (relatedLocations => $related) : (),
      partialFingerprints => { 'xgrindFinding/v1' => fingerprint($finding) },
      rank       => sprintf('%.2f', min(100, $finding->{saving_percent})) + 0,
      properties => { level => $finding->{level}, origin => $finding->{origin}, remedy => $finding->{remedy_name}, misses => int($finding->{misses} + 0.5),
         $finding->{is_modelled} ? (savingCycles => int($finding->{saving} + 0.5)) : () },
   };
}

# --- Everything ------------------------------------------------------------

sub rules {
   return [
      map {
         my ($id, $name, $title, $text) = @$_;
         +{ id => $id, name => $name, shortDescription => { text => "$title." }, fullDescription => { text => $text },
           help => { text => "$text Each finding names a remedy to try." }, defaultConfiguration => { level => 'warning' } }
      } @RULES
   ];
}

sub print_sarif {
   my ($version, $data, $report, $opt) = @_;
   my @findings = @{ $report->{findings} };
   splice @findings, $opt->{top} if defined $opt->{top} && $opt->{top} < @findings;
   $opt = { %$opt, root => root_of_findings(@findings) };
   print_json_data({
      '$schema' => $SCHEMA,
      version   => '2.1.0',
      runs      => [ {
         tool    => { driver => { name => 'Xgrind', version => $version, rules => rules() } },
         invocations => [ { commandLine => json_text($data->{profile}{command}), executionSuccessful => JSON::PP::true } ],
         originalUriBaseIds => base_of_uris($opt),
         results => [ map { result($_, $opt) } @findings ],
      } ],
   });
   return;
}

1;
