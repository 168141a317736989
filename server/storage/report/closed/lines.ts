/** The lines of a report of closed months: what they came to when they were closed, and what was dated into them since. */
export const closedLine = 'as closed'
export const sinceLine = 'corrections since closing'
