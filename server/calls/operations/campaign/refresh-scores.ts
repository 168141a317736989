import { askForScores } from '../../../storage/store/queries/score-request.sql.ts'
import { task } from '../operation.ts'

export const refreshScores = task({
  name: 'refreshScores',
  group: 'admin',
  summary: 'Update the scores and recommendations of the brand. This begins within a minute.',
  details: "They are also updated every night, and every minute on a brand's first day of sales.",
  callType: 'UPDATE_ACCOUNT',
  isOfWholeBrand: true,
  requestModel: 'RefreshScoresRequest',
  responseModel: 'RefreshScoresResponse',
  request: {},
  response: {},
  perform: async ({ brand, db }) => {
    await askForScores(db, brand.id)
    return { kind: 'answer', response: {} }
  },
})
