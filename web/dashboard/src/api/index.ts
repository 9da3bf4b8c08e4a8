export { api, apiPath, API_ROOT } from './client';
export {
  ApiError,
  asApiError,
  describeFailure,
  faultOf,
  isBarrier,
  isNotFound,
  isSignedOut,
  isTransient,
} from './errors';
export { useSession } from './session';
