import { list, model, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { query } from '../operation.ts'

const employeeDetails = model('EmployeeDetails', 'An employee of a location.', {
  id: text('The employee.').required(),
  name: text('The name.').required(),
})

const locationDetails = model('LocationDetails', 'A location that calls come from.', {
  id: text('The location.').required(),
  name: text('Its name.').required(),
  group: text('The group it belongs to.'),
  country: text('Its country, ISO 3166-1 alpha-2.').required(),
  currency: text('The currency of its checkouts.').required(),
  terminals: list('Its points of sale.', text('A terminal.')).required(),
  employees: list('Its employees.', employeeDetails).required(),
})

export const listLocations = query({
  name: 'listLocations',
  group: 'admin',
  summary: 'List the locations of the brand with their terminals and employees.',
  callType: 'REPORTING',
  requestModel: 'ListLocationsRequest',
  responseModel: 'ListLocationsResponse',
  request: {},
  response: { locations: list('The locations.', locationDetails).required() },
  answer: async ({ brand }) => {
    const locations = [...brand.locations.values()].map(({ id, name, group, country, currency, ...rest }) =>
      defined({
        id,
        name,
        group,
        country,
        currency,
        terminals: [...rest.terminals],
        employees: [...rest.employees.values()].map((employee) => ({ id: employee.id, name: employee.name })),
      }),
    )
    return { kind: 'answer', response: { locations } }
  },
})
