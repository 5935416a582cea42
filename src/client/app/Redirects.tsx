import { Navigate, useParams } from 'react-router-dom'

/** Redirects share links that are no routes (DECISIONS row 2). */
export const PostRedirect = () => <Navigate to={`/p/${useParams()['postId'] ?? ''}`} replace />
export const ProfileRedirect = () => <Navigate to={`/u/${useParams()['handle'] ?? ''}`} replace />
