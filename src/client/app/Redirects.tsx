import { Navigate, useParams } from 'react-router-dom'

/** Share links that are no routes lead on to those that are (DECISIONS row 2). */
export const PostRedirect = () => <Navigate to={`/p/${useParams()['postId'] ?? ''}`} replace />
export const ProfileRedirect = () => <Navigate to={`/u/${useParams()['handle'] ?? ''}`} replace />
