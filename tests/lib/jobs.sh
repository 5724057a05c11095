# SPDX-License-Identifier: GPL-3.0-or-later
#
# jobs.sh: the limit on jobs that all suites have in common, for suites written in shell;
# XgTest.pm has it for those in Perl.  tests/run-all sets XG_JOBS to a named pipe that holds one
# byte for each job that may run; whoever takes a byte runs a job, and puts the byte back.
# Without XG_JOBS there is no limit but the suite's.
#
#   job_begin    # waits until a job may run
#   job_end      # it has ended

job_begin() {
    [ -n "${XG_JOBS-}" ] || return 0
    exec {job_pipe}<>"$XG_JOBS" && read -r -N 1 -u "$job_pipe" _
}

job_end() {
    [ -n "${XG_JOBS-}" ] || return 0
    printf x >&"$job_pipe"
    exec {job_pipe}>&-
}
