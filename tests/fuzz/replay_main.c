// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzz target over the files given: corpus replay without libFuzzer.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int main(int argc, char** argv)
{
   static uint8_t data[1 << 20];
   if (argc < 2) return 1;
   for (int i = 1; i < argc; i++) {
      FILE* f = fopen(argv[i], "rb");
      if (!f) {
         perror(argv[i]);
         return 1;
      }
      size_t n = fread(data, 1, sizeof data, f);
      fclose(f);
      LLVMFuzzerTestOneInput(data, n);
   }
   printf("%d inputs\n", argc - 1);
   return 0;
}
