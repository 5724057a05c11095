// SPDX-License-Identifier: GPL-3.0-or-later
// Who may read an output; see privacy.h.
#include "commands/files/privacy.h"

#include <pthread.h>

#include "base/array.h"

// The inputs of one group: bits that each of them has.
typedef struct {
   gid_t group;
   mode_t bits; // of group and others
} Inputs;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Inputs* inputs;
static uint32_t n_inputs, room;

static Inputs* inputs_of(gid_t group)
{
   for (uint32_t i = 0; i < n_inputs; i++)
      if (inputs[i].group == group) return &inputs[i];
   inputs = array_grown("privacy.inputs", inputs, n_inputs, &room, sizeof *inputs);
   inputs[n_inputs] = (Inputs){.group = group, .bits = S_IRWXG | S_IRWXO};
   return &inputs[n_inputs++];
}

void privacy_note(int fd)
{
   struct stat is;
   if (fstat(fd, &is) != 0 || !S_ISREG(is.st_mode)) return;
   pthread_mutex_lock(&lock);
   inputs_of(is.st_gid)->bits &= is.st_mode;
   pthread_mutex_unlock(&lock);
}

mode_t privacy_mode(gid_t group)
{
   const mode_t mask = umask(0);
   umask(mask);
   mode_t mode = 0666 & ~mask;
   pthread_mutex_lock(&lock);
   for (uint32_t i = 0; i < n_inputs; i++) {
      const mode_t others = inputs[i].bits & S_IRWXO;
      // to the members of an input's group, another group's are others
      const mode_t members = inputs[i].group == group ? inputs[i].bits & S_IRWXG : others << 3;
      mode &= S_IRUSR | S_IWUSR | members | others;
   }
   pthread_mutex_unlock(&lock);
   return mode;
}
