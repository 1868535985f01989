import { register } from "prom-client";

/** Frees a figure's name, because a name can be used once only and development evaluates modules again. */
export function asOnly<C extends { name: string }>(config: C): C {
  register.removeSingleMetric(config.name);
  return config;
}
