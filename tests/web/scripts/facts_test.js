import assert from "node:assert/strict";
import { putDrawing } from "./page.js";

putDrawing({ floor: [1, 1, 2, 2, 2, 3, 3].map((costs) => ({ costs })) });
const { after, apart } = await import("games/azul/web/facts.js");

/** @import { Fact, Position } from "games/azul/web/types.js" */

/** @param {Partial<Fact>} told @returns {Fact} */
function fact(told) {
  const nothing = { source: 0, colour: 0, count: 0, line: 0, column: 0, space: 0, index: 0 };
  return {
    kind: "",
    player: 0,
    points: 0,
    ...nothing,
    into_lid: 0,
    row_run: 0,
    column_run: 0,
    ...told,
  };
}

/** @returns {Position} */
function position() {
  return {
    players: 2,
    wall: "coloured",
    round: 1,
    turn: 0,
    phase: "offer",
    first: 1,
    marker_in_centre: true,
    factories: [[2, 0, 1, 1, 0], [0, 4, 0, 0, 0]],
    centre: [0, 1, 0, 0, 0],
    bag: [10, 10, 10, 10, 10],
    lid: [0, 0, 0, 0, 0],
    boards: [0, 1].map(() => ({
      score: 5,
      lines: Array.from({ length: 5 }, () => ({ colour: null, count: 0 })),
      wall: Array.from({ length: 5 }, () => Array(5).fill(null)),
      floor: [],
    })),
    idle: 0,
    idle_limit: 50,
  };
}

Deno.test("tiles move first, and then what scores is told", () => {
  const kinds = ["take", "place", "fall", "drop", "tile", "floor"];
  const [moving, following] = apart(kinds.map((kind) => fact({ kind })));
  assert.deepEqual(moving.map(({ kind }) => kind), ["take", "place", "fall"]);
  assert.deepEqual(following.map(({ kind }) => kind), ["drop", "tile", "floor"]);
  assert.deepEqual(apart([fact({ kind: "take" })])[1], []);
});

Deno.test("what is taken from a factory leaves it, and the rest goes to the centre", () => {
  const before = position();
  const taken = after(before, fact({ kind: "take", source: 1, colour: 0, count: 2 }));
  assert.deepEqual(taken.factories[0], [0, 0, 0, 0, 0]);
  assert.deepEqual(taken.centre, [0, 1, 1, 1, 0]);
  assert.deepEqual(before, position()); // the position on the table is the service's
});

Deno.test("what is taken from the centre leaves the rest there", () => {
  const taken = after(position(), fact({ kind: "take", source: 0, colour: 1, count: 1 }));
  assert.deepEqual(taken.centre, [0, 0, 0, 0, 0]);
});

Deno.test("the marker comes to who took first, on the floor line where that has room", () => {
  const taken = after(position(), fact({ kind: "marker", player: 0, space: 0 }));
  assert.deepEqual([taken.marker_in_centre, taken.first], [false, 0]);
  assert.deepEqual(taken.boards[0].floor, ["M"]);
  const full = after(position(), fact({ kind: "marker", player: 0, space: -1 }));
  assert.deepEqual(full.boards[0].floor, []);
});

Deno.test("tiles come to lie on a line, on the floor and in the lid", () => {
  const placed = after(position(), fact({ kind: "place", line: 2, colour: 3, count: 2 }));
  assert.deepEqual(placed.boards[0].lines[2], { colour: "K", count: 2 });
  const fallen = after(placed, fact({ kind: "fall", colour: 3, count: 1, into_lid: 2 }));
  assert.deepEqual(fallen.boards[0].floor, ["K"]);
  assert.equal(fallen.lid[3], 2);
});

Deno.test("scores change by the points of a fact", () => {
  let now = after(position(), fact({ kind: "tile", line: 1, column: 4, colour: 2, points: 3 }));
  assert.equal(now.boards[0].wall[1][4], "R");
  now = after(now, fact({ kind: "floor", points: -2 }));
  for (const kind of ["row", "column", "colour"]) now = after(now, fact({ kind, points: 2 }));
  assert.deepEqual(now.boards.map(({ score }) => score), [12, 5]);
});

Deno.test("a fact that moves nothing changes nothing", () => {
  const before = position();
  assert.equal(after(before, fact({ kind: "round" })), before);
});
