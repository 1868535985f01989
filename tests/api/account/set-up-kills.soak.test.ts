import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRandom } from "#bench/generate/random.mjs";
import {
  NEW_PASSWORD,
  postSetUp,
  setUpState,
} from "#tests/setup/calls/set-up-calls.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** `SEED=17 npm run test:unit -- tests/api/account/set-up-kills.test.ts` kills at the same moments again. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));
const random = createRandom(seed);

const names = { site_name: "Wren’s Rocks", memorial_name: "Wren" };

test("a set-up that is killed at any moment is open or done, never locked", async () => {
  const site = await forThisTest(startSite({ env: { ADMIN_PASSWORD: "" } }));
  const began = performance.now();
  await postSetUp(site, { password: "password123" });
  const usual = performance.now() - began + 100;
  for (let n = 0; n < 12; n++) {
    const claim = postSetUp(site, { password: NEW_PASSWORD, ...names }).catch(
      () => undefined,
    );
    await Promise.race([claim, setTimeout(usual * random.next())]);
    await site.kill("SIGKILL");
    const answer = await claim;
    await site.restart();
    const state = await setUpState(site);
    const named = `seed ${seed}, kill ${n}`;
    expect([200, 410], named).toContain(state);
    if (answer) expect([answer.status, state], named).toEqual([201, 410]);
    const texts = site.query("SELECT key FROM site_texts");
    expect(texts, named).toHaveLength(state === 410 ? 2 : 0);
    if (state === 200) continue;
    await site.signIn(NEW_PASSWORD);
    site.alter(
      "DELETE FROM secrets WHERE name IN ('password', 'admin'); DELETE FROM site_texts",
    );
    await site.restart();
  }
  expect((await postSetUp(site)).status).toBe(201);
});
