// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of interpreted code; see interpreted.h.
#include "engine/interpreted.h"

#include "engine/engine.h"

Block* interpreted_block(const Block* interpreter, Function* f)
{
   CallGraph* g = &engine.graph;
   const uint64_t key = (uintptr_t)f;
   Block* b = callgraph_find_block(g, key, true);
   if (b) return b;
   b = callgraph_new_block(g, key, true);
   b->address = b->start = interpreter->start;
   b->bias = interpreter->bias;
   b->module = interpreter->module;
   b->section = interpreter->section;
   b->function = f;
   callgraph_shape_block(g, b, 0, 0, 1, 0);
   b->exits[0] = (Exit){.block = b, .kind = EXIT_JUMP};
   return b;
}

static const Frame* innermost(void)
{
   const ShadowStack* s = xg_current.stack;
   return s->top > s->floor ? s->top - 1 : NULL;
}

uint64_t interpreted_frame(void)
{
   const Frame* f = innermost();
   return f && f->return_to & FRAME_INTERPRETED ? f->return_to & ~FRAME_INTERPRETED : 0;
}

bool interpreted_runs(const Block* b)
{
   const Frame* f = innermost();
   return interpreted_frame()
          && (!f->arc || f->arc->target == b); // a skipped function has no arc
}

bool interpreted_is_open(uint64_t frame)
{
   const ShadowStack* s = xg_current.stack;
   for (const Frame* f = s->top - 1; f >= s->floor && f->return_to & FRAME_INTERPRETED; f--)
      if (f->return_to == (frame | FRAME_INTERPRETED)) return true;
   return false;
}

void interpreted_call(Block* interpreter, Block* target, uint64_t frame, uint64_t sp)
{
   const Frame* f = innermost();
   const bool by_interpreted = f && f->return_to & FRAME_INTERPRETED;
   Exit* exit = by_interpreted && f->arc ? &f->arc->target->exits[0] : &interpreter->exits[0];
   // Not above the frame below, where the interpreter runs on another stack than it was called on.
   if (f && (by_interpreted || f->sp < sp)) sp = f->sp;
   engine_call(exit, xg_current.stack->exec.context, target, sp, frame | FRAME_INTERPRETED);
}

void interpreted_return(void)
{
   XG_CHECK(interpreted_frame());
   engine_return();
}

void interpreted_set_line(uint32_t line)
{
   ExecState* x = &xg_current.stack->exec;
   const Frame* f = innermost();
   if (!f->arc || x->context->line == line) return; // a skipped function has no context
   x->context = callgraph_context_at_line(&engine.graph, x->context, line);
   shadow_stack_update_key(&engine.graph, &xg_current);
}
