// Included before each source file of better-sqlite3 when it is compiled.
//
// Since 24.19, the destructor of Node's ObjectWrap removes a cleanup hook, which needs a context. The garbage
// collector has none when it destroys a statement, so Node aborts. better-sqlite3 12 closes its databases by a
// hook of its own and doesn't need these hooks, so this file turns them off.
#ifdef __cplusplus
#include <node.h>
#define AddEnvironmentCleanupHook(isolate, hook, wrap) ((void)(hook))
#define RemoveEnvironmentCleanupHook(isolate, hook, wrap) ((void)(hook))
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
#endif
