// Put before each source of better-sqlite3 when it is compiled.
//
// From 24.19 on, Node's ObjectWrap takes a cleanup hook off in its destructor, which needs a context;
// the garbage collector has none when it destroys a statement, and Node aborts. better-sqlite3 12 closes
// its databases at the end by a hook of its own and needs none of these, as on any Node before.
#ifdef __cplusplus
#include <node.h>
#define AddEnvironmentCleanupHook(isolate, hook, wrap) ((void)(hook))
#define RemoveEnvironmentCleanupHook(isolate, hook, wrap) ((void)(hook))
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
#endif
