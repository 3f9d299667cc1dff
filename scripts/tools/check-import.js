import { buildings } from './buildings.js';
import { rooms } from './layers.js';

/** The room of a file, or null. */
export function roomOf(file) {
  return placeOf(file, rooms);
}

/**
 * The reason why a file may not import a specifier, or null if it may. `file` is relative to the repository, with slashes;
 * `specifier` is a relative path or a package name, as written in the import.
 */
export function layerViolation(file, specifier) {
  const room = roomOf(file);
  const building = placeOf(file, buildings);
  if (room === null || building === null) return `${file} is in no room (scripts/tools/layers.js)`;
  const row = rooms[room];
  if (!specifier.startsWith('.')) {
    if (row.packages.some((name) => matchesPackage(name, specifier))) return null;
    return `${room} may not import the package ${specifier} (scripts/tools/layers.js)`;
  }
  const path = resolvePath(file, specifier);
  const isInside = contains(building, path) || allows(buildings[building].buildings, path);
  const mayEnter = roomOf(path) === room || allows(row.rooms, path);
  if (isInside && mayEnter) return null;
  return `${room} may not import ${path} (scripts/tools/layers.js)`;
}

function placeOf(path, table) {
  const places = Object.keys(table).filter((place) => contains(place, path));
  return places.sort((one, other) => other.length - one.length)[0] ?? null;
}

function contains(place, path) {
  return path.startsWith(place) && /^(?:$|[/.])/.test(path.slice(place.length));
}

function allows(places, path) {
  return places.some((place) => place === '*' || contains(place, path));
}

function matchesPackage(name, specifier) {
  if (name === '*' || name === specifier) return true;
  return name === 'node:' ? specifier.startsWith(name) : specifier.startsWith(`${name}/`);
}

function resolvePath(file, specifier) {
  return new URL(specifier, `file:///${file}`).pathname.slice(1);
}
