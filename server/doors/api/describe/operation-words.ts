import { changesSomething, type Operation } from '../../../calls/operations/operation.ts'

/** What a description says of an operation beside its summary. */
export function notesOf(operation: Operation): readonly string[] {
  const { group, name, callType, enablement } = operation
  return [
    changesSomething(operation) ? 'Changes something.' : 'Only reads.',
    ...(group === 'merchant' ? [`Also available at POST /${name}.`] : []),
    `History and lookups show it as ${callType}.`,
    ...(enablement ? [`Needs the enablement ${enablement}.`] : []),
  ]
}

/** All that is to be known beside the summary, as one text. */
export function descriptionOf(operation: Operation): string {
  return [operation.details, ...notesOf(operation)].filter((part) => part !== undefined).join(' ')
}
