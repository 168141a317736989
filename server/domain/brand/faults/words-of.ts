/** What is said of each fault of a part: a kind without its words does not compile. */
export type WordsOf<Faults> = { readonly [Kind in keyof Faults]: (values: Faults[Kind]) => string }
