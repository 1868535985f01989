import { createServer } from "node:net";
import { fail } from "./run.mjs";

/** Sets PORT and HOST if nobody has, and ends the process with one sentence if they are in use. */
export async function requireFreePort() {
  process.env.PORT ||= "3000";
  process.env.HOST ||= "127.0.0.1";
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
