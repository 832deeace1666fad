// What the service sends, as the schema of its API has it (/api/openapi.json). Types alone: no page
// loads this file. A test compares each with the schema of the same name, to the last field.

/**
 * @typedef {object} TableState a table as this reader may see it
 * @property {string} id
 * @property {number} version
 * @property {string} game
 * @property {Record<string, any>} options
 * @property {"auto" | "manual"} chance manual: deals and draws are entered
 * @property {SeatShown[]} seats
 * @property {number[]} mine the reader's own seats
 * @property {number | null} viewer the seat whose view `position` is
 * @property {Record<string, any>} position as the game has it
 * @property {string} phase
 * @property {boolean} awaits_chance whether a deal or a draw is to be entered next
 * @property {boolean} has_goal whether a single player has a goal, and gets no points
 * @property {number | null} turn
 * @property {number} entries
 * @property {string[]} legal
 * @property {string[]} to_find moves of which the reader finds out whether they are legal
 * @property {number[]} scores
 * @property {boolean} has_secrets whether players hide something
 * @property {Record<string, number>} gains
 * @property {boolean} thinking
 * @property {"too_long" | "bots_failed" | null} stopped why nothing goes on, though it is not over
 * @property {UndoShown} undo
 * @property {boolean} may_hint whether the reader may have a hint now
 * @property {HintShown | null} hint
 * @property {Result | null} result
 * @property {number[]} on_time who has lost on time: a bot plays on while the game does
 * @property {string | null} rematch the address of the table of a rematch
 * @property {string | null} date when the game was begun, if that is known
 * @property {number} since when something happened last: milliseconds since 1970
 * @property {ClockShown | null} clock
 * @property {boolean} listed whether it is among the open tables
 * @property {number} watching how many follow it without a seat
 */

/**
 * @typedef {TableState & { opening: string[], moves: EntryShown[] }} TableShown with its newest moves
 */

/**
 * @typedef {object} TableSummary a table of the reader's, in a list
 * @property {string} id
 * @property {number} version
 * @property {string} game
 * @property {Record<string, any>} options
 * @property {"auto" | "manual"} chance manual: deals and draws are entered
 * @property {SeatShown[]} seats
 * @property {number[]} mine the reader's own seats
 * @property {number | null} turn
 * @property {number} entries
 * @property {boolean} has_goal whether a single player has a goal, and gets no points
 * @property {Result | null} result
 * @property {number[]} on_time who has lost on time
 * @property {string | null} date when the game was begun, if that is known
 * @property {number} changed when something happened there last, in milliseconds since 1970
 */

/**
 * @typedef {object} OwnTables
 * @property {TableSummary[]} tables
 * @property {boolean} complete whether these are all
 */

/**
 * @typedef {object} WayToBring a link that brings the reader's seats to another device
 * @property {string} url
 * @property {number} tables how many it brings
 * @property {string | null} picture a QR code of the whole address
 */

/**
 * @typedef {object} SeatShown
 * @property {string} kind
 * @property {string} name
 * @property {number | null} level a bot's
 * @property {boolean} taken
 * @property {boolean} open one can sit down: it is free, or a bot keeps it meanwhile
 * @property {boolean} mine
 * @property {boolean} online
 * @property {number} hints in how many decisions one was taken
 */

/**
 * @typedef {object} ClockShown what the clocks show; times are milliseconds, of a day since 1970
 * @property {"move" | "fischer"} kind
 * @property {number} base
 * @property {number} increment
 * @property {"bot" | "seat" | "lose"} then when time is up a bot makes the move, a bot takes the seat, or the
 *   game is lost
 * @property {number[]} left what each seat had when the clock was started
 * @property {number | null} ticking the seat whose clock runs
 * @property {number | null} due when its time is up
 * @property {number | null} expired whose time is up: a bot makes the move
 * @property {number} now
 */

/**
 * @typedef {object} EntryShown a move, or a draw that was entered
 * @property {number} n entries in all, with this one
 * @property {number | null} turn
 * @property {string} text
 * @property {string[]} drawn
 * @property {number | null} round
 * @property {number[]} points what it brought each player, if it scored
 * @property {number[]} round_points if it ended a round, what that brought each player
 */

/**
 * @typedef {object} EventShown what happened at the table; what its type does not need is null
 * @property {number} version the version of the table that it led to
 * @property {"move" | "undo" | "seat" | "left" | "time_up" | "lost_on_time" | "undo_asked" | "undo_refused" | "hint" | "rematch" | "table"} type
 * @property {number | null} n entries in all: with a move, after an undo
 * @property {number | null} turn
 * @property {string | null} text
 * @property {string[]} drawn
 * @property {number | null} round
 * @property {number[]} points
 * @property {number[]} round_points
 * @property {number | null} seat
 * @property {string | null} url
 * @property {Record<string, any>[]} facts what a move did, in order
 * @property {TableShown | TableState | null} table as it is now; of missed events the last has it
 */

/**
 * @typedef {object} HintShown a hint for the decision that is due, to who took it
 * @property {number} step 1 where to look, 2 the move, 3 why
 * @property {string | null} where
 * @property {string | null} move
 * @property {string | null} instead the move it was compared with
 */

/**
 * @typedef {object} HintTold the next step of a hint
 * @property {number} version
 * @property {string | null} why
 */

/**
 * @typedef {object} OnlineShown who follows the table now
 * @property {"online"} type
 * @property {number[]} seats
 * @property {number} watching without a seat
 */

/**
 * @typedef {object} PushKeyShown the public key that a browser subscribes with
 * @property {string | null} key null: the service sends nothing
 */

/**
 * @typedef {object} PhraseShown what somebody says; it is kept nowhere
 * @property {"phrase"} type
 * @property {number} seat
 * @property {"hello" | "good_luck" | "well_played" | "nice_move" | "oh_no" | "one_moment" | "your_turn" | "thanks" | "sorry" | "good_game" | "once_more" | "goodbye"} phrase
 */

/**
 * @typedef {object} UndoShown
 * @property {boolean} can
 * @property {boolean} asks the others will be asked whether they agree
 * @property {number | null} asked_by
 * @property {number[]} agreed
 */

/**
 * @typedef {object} Result
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {number[]} order the seats, best first
 * @property {number[] | null} ties what decides among equal points, if anything does
 */

/**
 * @typedef {object} MovesShown a part of the list of moves
 * @property {number} version
 * @property {number} entries how many there are in all
 * @property {EntryShown[]} moves
 */

/**
 * @typedef {object} PositionShown an earlier position
 * @property {number} n
 * @property {Record<string, any>} position
 * @property {number[]} scores
 * @property {EntryShown | null} move
 * @property {Record<string, any>[]} facts what the last entry did
 */

/**
 * @typedef {object} Drawing the table after n entries, as SVG
 * @property {number} n
 * @property {string} drawing
 * @property {number[]} scores
 */

/**
 * @typedef {object} TallyShown where points came from
 * @property {Record<string, any>[][]} facts what happened with each entry
 * @property {Source[]} sources
 * @property {number[]} scores
 */

/**
 * @typedef {object} Source points that came from one source, for each side
 * @property {string | null} source the kind of facts; null: those the game began with
 * @property {string} title what it is called
 * @property {number[]} points
 */

/**
 * @typedef {object} GoalShown whether a board filled alone can still be completed
 * @property {"yes" | "no" | "unknown" | "thinking"} state
 */

/**
 * @typedef {object} Advice what the strongest bot would do
 * @property {string} move
 * @property {number[]} values
 * @property {number} margin
 * @property {number} visits
 * @property {AdviceLine[]} lines
 */

/**
 * @typedef {object} AdviceLine
 * @property {string} move
 * @property {number[]} values
 * @property {number} visits
 * @property {string[]} pv
 */

/**
 * @typedef {EntryShown & { facts: Record<string, any>[] }} ExploredEntry a move that was tried
 */

/**
 * @typedef {object} Explored a position along a line: all lies open, one acts for all
 * @property {string} position in one line of text
 * @property {TableState} table
 * @property {ExploredEntry | null} entry what was done last
 * @property {boolean} draws whether chance is due
 * @property {string | null} drawing as SVG, where no script of the game draws it
 */

/**
 * @typedef {object} AnalysedLine a variation
 * @property {string} move
 * @property {number[]} values every player's share of the win after it
 * @property {number} margin
 * @property {number} visits
 * @property {string[]} pv
 */

/**
 * @typedef {object} Analysed an analysis as far as it is
 * @property {string} move
 * @property {number[]} values every player's share of the win
 * @property {number} margin
 * @property {number} visits
 * @property {boolean} proven the best move's values are facts
 * @property {boolean} done nothing more will come
 * @property {AnalysedLine[]} variations
 */

/**
 * @typedef {object} Played
 * @property {number} version
 * @property {boolean} replayed
 */

/**
 * @typedef {object} Reason why something is refused
 * @property {string} code
 * @property {Record<string, any>} parts what the message speaks of
 * @property {string} message in the reader's language
 * @property {string[]} place where it is wrong, from the outermost in
 */

/**
 * @typedef {object} Legality
 * @property {boolean} legal
 * @property {Reason | null} reason
 */

/**
 * @typedef {object} Previews
 * @property {Record<string, Record<string, any>[]>} previews by move: facts of what it would do
 */

/**
 * @typedef {object} Link
 * @property {string} url
 */

/**
 * @typedef {object} TableMade
 * @property {string} id
 * @property {string} url
 * @property {string} token
 * @property {Record<string, string>} seat_links
 * @property {TableShown} table
 */

/**
 * @typedef {object} Problem what every refusal looks like
 * @property {ProblemDetail} error
 */

/**
 * @typedef {object} ProblemDetail
 * @property {string} code
 * @property {Record<string, any>} parts
 * @property {string} message
 * @property {string[]} place
 * @property {number | null} [retry_after] seconds
 */

/**
 * @typedef {object} GameReadiness how far a game is prepared
 * @property {boolean} rules whether it can be played
 * @property {boolean[]} levels whether a bot of each level can move
 * @property {"rules" | "quick" | "strong" | "review" | null} stage what is being prepared
 * @property {number} step the number of this stage, from 1
 * @property {number} steps how many stages there are
 * @property {number[]} needs how many of them a bot of each level needs
 * @property {number} share how much of this stage is done: 0 to 1
 */

export {};
