import { register } from "prom-client";

/** Makes room for a figure of this name: development evaluates modules anew, and a name can be taken only once. */
export function asOnly<C extends { name: string }>(config: C): C {
  register.removeSingleMetric(config.name);
  return config;
}
