import fc from "fast-check";

/** The same values in each run. `PROPERTY_SEED=17 npm run test:unit -- tests/domain/properties` tries others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export default fc;
