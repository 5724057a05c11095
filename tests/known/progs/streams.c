/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * streams.c: loops that walk through an object in a known number of streams at a time.  A row of the stencil is larger
 * than D1, so that each of its three rows misses.  known/walks has what each must be.
 */
enum { ROWS = 32, COLUMNS = 8192, N = 40000, STEPS = 4000, TWELFTH = 4000, TABLE = 1 << 17 };

/* Not static, or the compiler would see that nobody reads them. */
double grid[ROWS][COLUMNS] __attribute__((aligned(64))), result[ROWS][COLUMNS] __attribute__((aligned(64)));
double a[N], b[N], c[N];
struct {
   double value[N];
   int column[N], row[N];
} sparse;
double columns[STEPS][64], twelve[12][TWELFTH + 88];
long table[TABLE];
static volatile double sum;

static __attribute__((noinline)) void stencil(void)
{
   for (int i = 1; i < ROWS - 1; i++)
      for (int j = 0; j < COLUMNS; j++)
         result[i][j] = grid[i - 1][j] + grid[i][j] + grid[i + 1][j];
}

static __attribute__((noinline)) void triad(void)
{
   for (int i = 0; i < N; i++) a[i] = b[i] + 3 * c[i];
}

/* Three arrays in one object, two of which advance by half as much: CGPOP's matrix. */
static __attribute__((noinline)) void matrix(void)
{
   for (int i = 0; i < N; i++) sum += sparse.value[i] * sparse.column[i] + sparse.row[i];
}

static __attribute__((noinline)) void steps(void)
{
   for (int i = 0; i < STEPS; i++) sum += columns[i][3] * columns[i][40];
}

static __attribute__((noinline)) void many(void)
{
   for (int i = 0; i < TWELFTH; i++)
      for (int k = 0; k < 12; k++) sum += twelve[k][i];
}

static __attribute__((noinline)) void at_random(void)
{
   unsigned x = 1;
   for (int i = 0; i < 50000; i++) {
      x = x * 1103515245 + 12345;
      sum += table[x >> 8 & (TABLE - 1)];
   }
}

int main(void)
{
   stencil();
   triad();
   matrix();
   steps();
   many();
   at_random();
   return 0;
}
