// What a game's data file has, as `azulejos.wasm.description` writes it, and what the scripts here
// speak of. Types alone: nobody loads this file.

/** @typedef {"i1" | "u1" | "i2" | "i4" | "u4" | "i8" | "u8" | "f4" | "f8" | "record"} NumberType */

/**
 * @typedef {object} Field where a field of a record begins, what it holds, its shape
 * @property {number} offset
 * @property {NumberType} type
 * @property {number[]} shape
 * @property {Layout} [record]
 */

/** @typedef {{ size: number, fields: Record<string, Field> }} Layout a record in memory */

/**
 * @typedef {object} FactKind
 * @property {string} name
 * @property {string[]} fields the names of its numbers
 * @property {boolean} scores
 * @property {boolean} closes_round
 * @property {boolean} breaks_ties
 */

/**
 * @typedef {object} GroupsOfChance
 * @property {string} mark what the text begins with
 * @property {number} size letters of a group
 * @property {string} letters one for each outcome
 * @property {string} none how a group without any is written
 * @property {Record<string, number>} counts how many groups there are, by the number of players
 */

/**
 * @typedef {object} ChanceTexts how chance is written: in groups of letters, or a text an outcome
 * @property {string[]} marks what such a text begins with
 * @property {string} option the option that says who brings chance in
 * @property {GroupsOfChance} [groups]
 * @property {string[]} [texts]
 * @property {Record<string, number>} [spellings]
 */

/**
 * @typedef {object} LevelData
 * @property {number} number
 * @property {string} name
 * @property {string} manner
 * @property {SearchData} usual
 * @property {SearchData | null} learned the same level with networks, if it has them
 */

/**
 * @typedef {object} SearchData
 * @property {number | null} visits
 * @property {number | null} ms
 * @property {number | null} error
 * @property {number} exact
 * @property {number} taste
 * @property {number} fondness
 */

/**
 * @typedef {object} ConfigData
 * @property {number} evaluator
 * @property {number} c_puct
 * @property {number} prior_temperature
 * @property {number} fpu_reduction
 * @property {number} heuristic_weight
 */

/**
 * @typedef {object} NetworkData how a network's arrays lie in the file of weights
 * @property {number} first where each array begins
 * @property {number} first_rows
 * @property {number} width
 * @property {number} second
 * @property {number} depth
 * @property {number} last
 * @property {number} last_rows
 * @property {number} side_features
 * @property {number} action_features
 */

/**
 * @typedef {object} GameData
 * @property {string} game
 * @property {string} title
 * @property {string} version
 * @property {{ state: Layout, room: Layout }} layout
 * @property {string[]} actions the text of every action
 * @property {Record<string, number>} spellings other texts that are understood
 * @property {ChanceTexts} chance
 * @property {string[]} phases
 * @property {{ min: number, max: number }} players
 * @property {{ properties: Record<string, any> }} options as JSON Schema
 * @property {FactKind[]} facts
 * @property {Refusable[]} refusals
 * @property {Impossible[]} impossible why a position cannot be
 * @property {Record<string, string[]>} part_words
 * @property {number} max_players
 * @property {LevelData[]} levels
 * @property {number} usual_level
 * @property {Record<string, ConfigData | null>} configs
 * @property {{ size: number, value: NetworkData, policy: NetworkData } | null} networks
 * @property {Record<string, number>} search
 * @property {Judging} judging
 */

/**
 * @typedef {object} Judging by which numbers moves and deals are judged: see `analysis.judge`
 * @property {number} candidates
 * @property {number[]} halving
 * @property {number} batches
 * @property {number} least_error
 * @property {number} share_of_a_line
 * @property {number} least_of_a_line
 * @property {number} visits_of_a_line
 * @property {number} longest_line
 * @property {number} positions_a_visit
 * @property {number} decisions_of_an_ending
 * @property {number} replicas
 * @property {number} share_of_a_deal
 * @property {number} guesses
 * @property {number} purpose of its seeds
 * @property {number} margin_weight
 * @property {number} margin_scale
 * @property {number} solo_scale
 * @property {{ nodes_a_visit: number, min_nodes: number, max_nodes: number }} trees
 * @property {Record<string, number>} exploring
 * @property {{ visits: number }} hints
 * @property {ReviewData} reviews
 */

/**
 * @typedef {object} ReviewData
 * @property {Record<string, number>} visits by the number of players
 * @property {number} samples
 * @property {number} coarser
 * @property {number} coarsest
 * @property {number} min_visits
 * @property {number} good
 * @property {Record<string, number>} thresholds
 * @property {string[]} kinds of mistakes
 * @property {number} long entries of a game that is reviewed as finely as others
 */

/** @typedef {{ code: string, parts: string[], place: string }} Impossible parts may stand in the place */
/** @typedef {{ code: string, english: string, many: string | null, parts: string[] }} Refusable */

/**
 * @typedef {Record<string, any> & { kind: string, player: number | null, points: number }} Fact
 */

export {};
