// SPDX-License-Identifier: GPL-3.0-or-later
//
// A search tree whose nodes have their key in front and their links behind a large payload.
#include <cstdio>
#include <cstdlib>
#include <cstring>
struct Node {
#ifdef FIXED
   unsigned key; Node* left; Node* right; char payload[112];
#else
   unsigned key; char payload[112]; Node* left; Node* right;
#endif
};
static unsigned state = 12345;
static unsigned next() { state = state * 1664525u + 1013904223u; return state >> 8; }
int main(int c, char** v)
{
   int n = c > 1 ? atoi(v[1]) : 20000, searches = c > 2 ? atoi(v[2]) : 60000;
   Node* root = nullptr;
   for (int i = 0; i < n; i++) {
      Node* node = new Node;
      node->key = next(); node->left = node->right = nullptr;
      std::memset(node->payload, i, sizeof node->payload);
      Node** at = &root;
      while (*at) at = node->key < (*at)->key ? &(*at)->left : &(*at)->right;
      *at = node;
   }
   long deep = 0;
   for (int i = 0; i < searches; i++) {
      unsigned key = next();
      for (Node* p = root; p; p = key < p->key ? p->left : p->right) deep++;
   }
   std::printf("%ld\n", deep);
}
