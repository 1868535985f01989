import { createServer } from "node:net";
import { fail } from "./run.mjs";

/** Ends the process with one sentence if PORT is in use on HOST. */
export async function requireFreePort() {
  const { PORT, HOST } = process.env;
  const probe = createServer();
  await new Promise((resolve) => {
    probe.once("error", (error) =>
      fail(
        error.code === "EADDRINUSE"
          ? `Port ${PORT} is in use. Stop what runs there, or choose another: PORT=3001 npm start`
          : `The site can't listen on ${HOST}, port ${PORT}: ${error.message}`,
      ),
    );
    probe.listen(Number(PORT), HOST, () => probe.close(resolve));
  });
}
