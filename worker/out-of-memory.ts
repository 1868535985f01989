/** Error texts of V8, libvips and the decoders when the system gives them no memory. */
const WORDS =
  /out of memory|insufficient memory|bad_alloc|allocation failed|memory allocation error(?!: security)/i;

export const isOutOfMemory = (error: unknown) => WORDS.test(String(error));
