#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double table[4000];
static char text[100000];
struct node { struct node* next; long v[5]; };
int main(void) {
   struct node* head = 0; long s = 0;
   for (int i = 0; i < 3000; i++) { struct node* n = malloc(sizeof *n); n->next = head; n->v[i % 5] = i; head = n; }
   for (int r = 0; r < 5; r++) { for (struct node* n = head; n; n = n->next) s += n->v[2]; for (int i = 0; i < 4000; i += 3) table[i] += i; }
   double* d = malloc(8 * 100000); for (int i = 0; i < 100000; i++) d[i] = i; for (int i = 0; i < 100000; i += 7) s += d[i];
   memset(text, 'a', sizeof text); memcpy(text + 3, (char*)d + 5, 50001); s += strlen(text + 50010) ;
   d = realloc(d, 8 * 200000); for (int i = 0; i < 200000; i += 11) d[i] = 2;
   while (head) { struct node* n = head; head = n->next; free(n); }
   printf("%ld %g\n", s, table[3]); free(d); return 0;
}
