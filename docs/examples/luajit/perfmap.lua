-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- perfmap.lua: lists the code that LuaJIT makes in /tmp/perf-<pid>.map, by the function and line where it begins.
-- Usage: luajit -l perfmap program.lua, with its folder in LUA_PATH.
local jutil, ffi = require "jit.util", require "ffi"
ffi.cdef "int getpid(void);"
local map = assert(io.open("/tmp/perf-" .. ffi.C.getpid() .. ".map", "a"))
local name
jit.attach(function(what, trace, func, pc)
  if what == "start" then
    name = jutil.funcinfo(func, pc).loc
  elseif what == "stop" then
    local code, address = jutil.tracemc(trace)
    if address < 0 then address = address + 2 ^ 32 end -- of 32 bits, with a sign
    map:write(string.format("%x %x lua:%s\n", address, #code, name))
    map:flush()
  end
end, "trace")
