/** The share of finds whose rock number nobody can read. */
const UNREADABLE = 0.001;
/** The share of rocks that nobody has found yet. */
const UNFOUND = 0.05;
const STOPS_MAX = 300;

/**
 * Yields all stops of all rocks in the order in which they are sent.
 * @returns {Generator<{ rock_number: number, at: number, city: number, latitude: number, longitude: number }>}
 *   `at`: from 0, the site's first day, to 1, its last
 */
export function* planJourneys(random, { rocks, posts, cities }) {
  const stops = countStops(random, rocks, posts);
  const numbers = new Int32Array(posts);
  const times = new Float64Array(posts);
  let count = 0;
  for (const [number, length] of stops.entries())
    for (let n = 0; n < length; n++) {
      numbers[count] = number;
      // A site grows: later days bring more finds.
      times[count++] = Math.sqrt(random.next());
    }
  const order = Uint32Array.from(numbers.keys()).sort(
    (a, b) => times[a] - times[b] || a - b,
  );

  const pickCity = createCityPicker(random, cities);
  const whereabouts = new Int16Array(rocks + 1).fill(-1);
  for (const index of order) {
    const rock_number = numbers[index];
    // Most rocks stay near the last place; some go on a journey.
    if (whereabouts[rock_number] < 0 || rock_number === 0 || random.chance(0.3))
      whereabouts[rock_number] = pickCity();
    const city = whereabouts[rock_number];
    const [, latitude, longitude] = cities[city];
    yield {
      rock_number,
      at: times[index],
      city,
      latitude: round(latitude + random.spread() * 0.12),
      longitude: round(longitude + random.spread() * 0.15),
    };
  }
}

const round = (degrees) => Math.round(degrees * 1e6) / 1e6;

/** The number of finds of each rock, by rock number: a long tail that adds up to all posts. */
function countStops(random, rocks, posts) {
  const stops = new Int32Array(rocks + 1);
  stops[0] = Math.round(posts * UNREADABLE);
  let left = posts - stops[0];
  const weights = new Float64Array(rocks + 1);
  let sum = 0;
  for (let number = 1; number <= rocks; number++) {
    if (random.chance(UNFOUND)) continue;
    weights[number] = (1 - random.next()) ** -0.7;
    sum += weights[number];
  }
  const all = left;
  for (let number = 1; number <= rocks; number++) {
    const share = Math.floor((weights[number] / sum) * all);
    stops[number] = Math.min(STOPS_MAX, share);
    left -= stops[number];
  }
  while (left > 0) {
    stops[1 + random.below(rocks)]++;
    left--;
  }
  return stops;
}

function createCityPicker(random, cities) {
  const bag = cities.flatMap(([, , , often], city) => Array(often).fill(city));
  return () => random.pick(bag);
}
