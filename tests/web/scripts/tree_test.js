import assert from "node:assert/strict";
import { Tree } from "js/tree.js";

/**
 * A line of moves; a small letter is chance's.
 * @param {string} moves
 */
function treeOf(moves) {
  const tree = new Tree();
  let step = tree.root;
  for (const move of moves) step = tree.add(step, move, move < "a" ? 0 : null);
  tree.go(tree.root);
  return tree;
}

Deno.test("one steps from decision to decision, past what chance gave", () => {
  const tree = treeOf("AxyBC");
  assert.equal(tree.back, null);
  const places = [];
  for (let on = tree.on; on; on = tree.on) {
    tree.go(on);
    places.push(on.moves.join(""));
  }
  assert.deepEqual(places, ["Axy", "AxyB", "AxyBC"]);
  for (const before of ["AxyB", "Axy", ""]) {
    tree.go(tree.back ?? tree.end);
    assert.equal(tree.here.moves.join(""), before);
  }
});

Deno.test("a move that is there is gone along; another is a variation, and one comes back to it", () => {
  const tree = treeOf("ABC");
  const [a] = tree.root.children;
  assert.equal(tree.add(tree.root, "A", 0), a);
  const other = tree.add(a, "D", 1);
  assert.deepEqual(a.children.map(({ move }) => move), ["B", "D"]);
  tree.go(other);
  assert.equal(tree.beside(1)?.move, "B");
  tree.go(a);
  assert.equal(tree.on, other); // the way one went last
  assert.equal(tree.end, other);
  tree.go(a.children[0].children[0]);
  assert.equal(tree.beside(1), other); // beside the last move that has variations
  assert.equal(treeOf("AB").beside(1), null);
});

Deno.test("what is taken away goes with all that follows", () => {
  const tree = treeOf("ABC");
  const [a] = tree.root.children;
  tree.go(a.children[0].children[0]);
  tree.remove(a.children[0]);
  assert.equal(tree.here, a);
  assert.equal(tree.on, null);
  tree.remove(tree.root);
  assert.equal(tree.root.children.length, 1);
});

Deno.test("all of it can be kept as data", () => {
  const tree = treeOf("AxB");
  const [a] = tree.root.children;
  tree.go(tree.add(a, "y", null));
  const again = Tree.of(JSON.parse(JSON.stringify(tree.toData())));
  assert.deepEqual(again.toData(), tree.toData());
  assert.deepEqual(again.here.moves, ["A", "y"]);
  assert(again.here.isChance);
});
