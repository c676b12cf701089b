// Generated from schema/rest by `npm run generate`. Do not edit.
export interface paths {
    readonly "/projects/{id}/error_tracking/settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The error tracking settings of a project.
         * @description For Maintainers and Owners of the project. Always needs a credential, also where the project is public.
         */
        readonly get: operations["getErrorTrackingSettings"];
        /**
         * Sets up integrated error tracking for a project.
         * @description It replaces existing settings. For Maintainers and Owners of the project. Not for an external tracker.
         */
        readonly put: operations["createErrorTrackingSettings"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Enables or disables the configured error tracking of a project, and can change its backend.
         * @description For Maintainers and Owners of the project. Error tracking must be configured already.
         */
        readonly patch: operations["updateErrorTrackingSettings"];
        readonly trace?: never;
    };
    readonly "/projects/{id}/error_tracking/client_keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The client keys of a project's integrated error tracking.
         * @description For Maintainers and Owners of the project.
         */
        readonly get: operations["listErrorTrackingClientKeys"];
        readonly put?: never;
        /**
         * Creates a client key for a project's integrated error tracking.
         * @description The service generates the key. For Maintainers and Owners of the project.
         */
        readonly post: operations["createErrorTrackingClientKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/error_tracking/client_keys/{key_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Deletes a client key of a project's integrated error tracking.
         * @description Applications can no longer report errors with the key. For Maintainers and Owners of the project.
         */
        readonly delete: operations["deleteErrorTrackingClientKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/features": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The feature flags that have been set on this instance.
         * @description For administrators of self-managed instances only. Flags that were never set have their default and are only in `featureFlagDefinitions`.
         */
        readonly get: operations["listFeatureFlags"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/features/definitions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The feature flags that this version of the service defines.
         * @description For administrators of self-managed instances only. Contains their defaults, not their values on this instance.
         */
        readonly get: operations["listFeatureFlagDefinitions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/features/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sets a feature flag for all actors or for targets.
         * @description For administrators of self-managed instances only. A flag that does not exist yet is created. One call can set it for targets of several kinds.
         */
        readonly post: operations["setFeatureFlag"];
        /**
         * Removes all values of a feature flag, so that its default applies again.
         * @description For administrators of self-managed instances only. Also succeeds if the flag was not set or does not exist.
         */
        readonly delete: operations["deleteFeatureFlag"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ai/agent_workflows/workflows": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Creates an agent flow, and starts it with `startWorkflow: true`.
         * @description Premium and Ultimate tiers; an experiment, so it may change without notice. The flow has the type of a workflow definition, or runs an item of the AI catalog, which must already be enabled for its project.
         */
        readonly post: operations["createFlow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ai/agent_workflows/workflows/agent_privileges": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The privileges that can be granted to agents of a flow.
         * @description `defaultEnabled` states whether agents have a privilege by default. Premium and Ultimate tiers; an experiment, so it may change without notice.
         */
        readonly get: operations["listAgentPrivileges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ai/agent_workflows/workflows/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * An agent flow of the caller.
         * @description Premium and Ultimate tiers; an experiment, so it may change without notice. Another user's flow counts as missing.
         */
        readonly get: operations["getFlow"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The active integrations of a group with third-party tools.
         * @description For Maintainers and Owners of the group. Disabled integrations are not part of the list. Selecting `settings` costs one call for each integration.
         */
        readonly get: operations["listGroupIntegrations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/task-tracker-a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with task tracker A, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getTaskTrackerAIntegration"];
        /**
         * Sets up the integration of a group with task tracker A, or gives it new settings.
         * @description For Maintainers and Owners of the group. Comments in the tool are attributed to the user of the API key. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setTaskTrackerAIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with task tracker A.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableTaskTrackerAIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/code-host-a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with code host A, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getCodeHostAIntegration"];
        /**
         * Sets up the integration of a group with code host A, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setCodeHostAIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with code host A.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableCodeHostAIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/ci-server-a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with CI server A, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getCiServerAIntegration"];
        /**
         * Sets up the integration of a group with CI server A, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setCiServerAIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with CI server A.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableCiServerAIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/issue-tracker-a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with issue tracker A, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getIssueTrackerAIntegration"];
        /**
         * Sets up the integration of a group with issue tracker A, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setIssueTrackerAIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with issue tracker A.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableIssueTrackerAIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/ci-service-a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with CI service A, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getCiServiceAIntegration"];
        /**
         * Sets up the integration of a group with CI service A, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setCiServiceAIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with CI service A.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableCiServiceAIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/chat-a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with chat A, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getChatAIntegration"];
        /**
         * Sets up the integration of a group with chat A, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setChatAIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with chat A.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableChatAIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/issue-tracker-b": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with issue tracker B, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getIssueTrackerBIntegration"];
        /**
         * Sets up the integration of a group with issue tracker B, or gives it new settings.
         * @description For Maintainers and Owners of the group. Has no address for new issues, unlike issue tracker A. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setIssueTrackerBIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with issue tracker B.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableIssueTrackerBIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/wiki-a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with wiki A, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getWikiAIntegration"];
        /**
         * Sets up the integration of a group with wiki A, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setWikiAIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with wiki A.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableWikiAIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/custom-issue-tracker": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with a custom issue tracker, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getCustomIssueTrackerIntegration"];
        /**
         * Sets up the integration of a group with a custom issue tracker, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setCustomIssueTrackerIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with a custom issue tracker.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableCustomIssueTrackerIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/monitoring-a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with monitoring A, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getMonitoringAIntegration"];
        /**
         * Sets up the integration of a group with monitoring A, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setMonitoringAIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with monitoring A.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableMonitoringAIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/test-gen-a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with test generator A, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getTestGenAIntegration"];
        /**
         * Sets up the integration of a group with test generator A, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setTestGenAIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with test generator A.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableTestGenAIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/chat-b": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with chat B, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getChatBIntegration"];
        /**
         * Sets up the integration of a group with chat B, or gives it new settings.
         * @description For Maintainers and Owners of the group. Each kind of event can go to a webhook of its own. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setChatBIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with chat B.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableChatBIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/ci-service-b": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with CI service B, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getCiServiceBIntegration"];
        /**
         * Sets up the integration of a group with CI service B, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setCiServiceBIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with CI service B.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableCiServiceBIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/chat-c": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with chat C, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getChatCIntegration"];
        /**
         * Sets up the integration of a group with chat C, or gives it new settings.
         * @description For Maintainers and Owners of the group. All nine kinds of events must be switched on or off explicitly, unlike for the other chats. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setChatCIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with chat C.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableChatCIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/chat-d": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with chat D, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getChatDIntegration"];
        /**
         * Sets up the integration of a group with chat D, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setChatDIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with chat D.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableChatDIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/chat-e": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with chat E, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getChatEIntegration"];
        /**
         * Sets up the integration of a group with chat E, or gives it new settings.
         * @description For Maintainers and Owners of the group. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setChatEIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with chat E.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableChatEIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/integrations/issue-tracker-c": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The integration of a group with issue tracker C, and its settings.
         * @description For Maintainers and Owners of the group. Secrets among the settings may be withheld.
         */
        readonly get: operations["getIssueTrackerCIntegration"];
        /**
         * Sets up the integration of a group with issue tracker C, or gives it new settings.
         * @description For Maintainers and Owners of the group. Has no address for new issues, unlike issue tracker A. Set up again, the integration takes the new settings.
         */
        readonly put: operations["setIssueTrackerCIntegration"];
        readonly post?: never;
        /**
         * Disables the integration of a group with issue tracker C.
         * @description For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.
         */
        readonly delete: operations["disableIssueTrackerCIntegration"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The groups that the caller belongs to or may see.
         * @description Ordered by name unless asked otherwise. All that the caller may see are listed with `scope: AVAILABLE`, which is the default for administrators. Callers who are not signed in get every public group. Callers who are not signed in may page by keyset, with `keyset`.
         */
        readonly get: operations["listGroups"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A group with its settings.
         * @description Public groups can be read without being signed in. The runners token and the Git access protocol are given to administrators and Owners only, the storage figures not at all.
         */
        readonly get: operations["getGroup"];
        /**
         * Changes the settings or the avatar of a group.
         * @description Values that are left out stay as they are. For administrators and Owners of the group; some settings are for administrators only. A new avatar is sent as a file, in a call of its own; an empty avatar removes the present one.
         */
        readonly put: operations["updateGroup"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/subgroups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The direct subgroups of a group.
         * @description By default, users get those that they belong to, and administrators all. Anonymous callers get the public ones. Deeper subgroups are not part of the list.
         */
        readonly get: operations["listSubgroups"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/share": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Shares a group with another group.
         * @description Members of the invited group get access to this group, up to a role. With `memberRole`, `groupAccessLevel` must equal the base role of the custom role.
         */
        readonly post: operations["shareGroup"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/share/{group_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Stops sharing a group with another group.
         * @description Members of the invited group lose the access that they had through the share.
         */
        readonly delete: operations["unshareGroup"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/avatar": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The picture file of a group's avatar.
         * @description For public groups the caller need not be signed in.
         */
        readonly get: operations["downloadGroupAvatar"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/ldap_sync": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Starts the synchronization of a group with its LDAP directory groups.
         * @description Updates the members of the group from the linked directory groups. Self-managed instances in Premium and Ultimate; for administrators and Owners of the group.
         */
        readonly post: operations["syncGroupWithDirectory"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/manage/personal_access_tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The personal access tokens of a group's enterprise users.
         * @description The credential inventory of a top-level group on the hosted service, for its Owners. Does not contain the secrets of the tokens.
         */
        readonly get: operations["listGroupManagedTokens"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/import/host-a": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Imports a repository from host A into a new project.
         * @description Runs in the background: follow it with the query or subscription `projectImport`. In a personal namespace, all contributions are assigned to its owner and cannot be reassigned. With a group access token, the project inherits the visibility of its source, and path and namespace must exist.
         */
        readonly post: operations["importFromHostA"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/import/host-a/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancels an import from host A that is in progress.
         * @description Rejected if the import has ended or cannot be canceled for another reason.
         */
        readonly post: operations["cancelHostAImport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/import/host-a/gists": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Imports the caller's gists from host A as personal snippets.
         * @description Runs in the background. Gists with more than 10 files are skipped, and the caller receives an email with the gists that could not be imported. One import of gists can run at a time.
         */
        readonly post: operations["importHostAGists"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/import/server-b": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Imports a repository from server B into a new project.
         * @description Runs in the background: follow it with the query or subscription `projectImport`. In a personal namespace, all contributions are assigned to its owner and cannot be reassigned. With a group access token, the project inherits the visibility of its source, and path and namespace must exist.
         */
        readonly post: operations["importFromServerB"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/import/cloud-c": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Imports a repository from cloud C into a new project.
         * @description Runs in the background: follow it with the query or subscription `projectImport`. In a personal namespace, all contributions are assigned to its owner and cannot be reassigned. With a group access token, the project inherits the visibility of its source, and path and namespace must exist.
         */
        readonly post: operations["importFromCloudC"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The import that fills a project, and how far it is.
         * @description For whoever may see the project. It is over when the status is `FINISHED`, `FAILED` or `CANCELED`.
         */
        readonly get: operations["getProjectImport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/invitations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The pending invitations to a group.
         * @description For Owners of the group. Invitations to ancestor groups are not part of the list.
         */
        readonly get: operations["listGroupInvitations"];
        readonly put?: never;
        /**
         * Invites people to a group by email address or user id.
         * @description For Owners of the group. Some invitations can succeed while others fail, and all of them can fail although the call succeeds: check the status and the messages of the result. If role promotions require approval, an invitation is queued for an administrator. If the instance disallows new accounts or invitations, an administrator must add the user.
         */
        readonly post: operations["createGroupInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/invitations/{email}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Changes the role or the expiry of a pending invitation to a group.
         * @description For Owners of the group.
         */
        readonly put: operations["updateGroupInvitation"];
        readonly post?: never;
        /**
         * Withdraws a pending invitation to a group.
         * @description For Owners of the group.
         */
        readonly delete: operations["deleteGroupInvitation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/invitations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The pending invitations to a project.
         * @description For Maintainers and Owners of the project, and only if its group has no membership lock. Invitations to ancestor groups are not part of the list.
         */
        readonly get: operations["listProjectInvitations"];
        readonly put?: never;
        /**
         * Invites people to a project by email address or user id.
         * @description For Maintainers and Owners of the project, and only if its group has no membership lock. Some invitations can succeed while others fail, and all of them can fail although the call succeeds: check the status and the messages of the result. If role promotions require approval, an invitation is queued for an administrator. If the instance disallows new accounts or invitations, an administrator must add the user.
         */
        readonly post: operations["createProjectInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/invitations/{email}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Changes the role or the expiry of a pending invitation to a project.
         * @description For Maintainers and Owners of the project, and only if its group has no membership lock.
         */
        readonly put: operations["updateProjectInvitation"];
        readonly post?: never;
        /**
         * Withdraws a pending invitation to a project.
         * @description For Maintainers and Owners of the project, and only if its group has no membership lock.
         */
        readonly delete: operations["deleteProjectInvitation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/labels": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The labels of a project.
         * @description Includes labels of ancestor groups and archived labels by default. The service computes counts of issues and merge requests only if they are selected.
         */
        readonly get: operations["listLabels"];
        /**
         * Changes a label of a project by its current name or its id.
         * @deprecated
         * @description Older form of `labelUpdate` with the same effect.
         */
        readonly put: operations["updateLabelByName"];
        /**
         * Creates a label in a project.
         * @description The label belongs to the project only; `labelPromote` can move it to the group later.
         */
        readonly post: operations["createLabel"];
        /**
         * Deletes a label of a project by its name.
         * @deprecated
         * @description Older form of `labelDelete` with the same effect.
         */
        readonly delete: operations["deleteLabelByName"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/labels/promote": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Promotes a project label, identified by its name, to a group label.
         * @deprecated
         * @description Older form of `labelPromote` with the same effect.
         */
        readonly put: operations["promoteLabelByName"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/labels/{label_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A label of a project.
         * @description A label whose title consists of digits can be found by its id only.
         */
        readonly get: operations["getLabel"];
        /**
         * Changes the name, color, description, priority or archive state of a label.
         * @description Requires at least one of them; absent fields do not change.
         */
        readonly put: operations["updateLabel"];
        readonly post?: never;
        /** Deletes a label of a project permanently. */
        readonly delete: operations["deleteLabel"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/labels/{label_id}/promote": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Promotes a project label to a group label.
         * @description The label keeps its numeric id and no longer belongs to the project only.
         */
        readonly put: operations["promoteLabel"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/labels/{label_id}/subscribe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Subscribes the caller to a label.
         * @description The caller is notified of issues and merge requests that get the label.
         */
        readonly post: operations["subscribeLabel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/labels/{label_id}/unsubscribe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Ends the caller's subscription to a label.
         * @description The caller is no longer notified of issues and merge requests that get the label.
         */
        readonly post: operations["unsubscribeLabel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/member_roles": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The custom member roles of the whole instance.
         * @description For administrators only; Ultimate tier of self-managed and dedicated instances. `Group.memberRoles` lists the roles of a root group.
         */
        readonly get: operations["listInstanceMemberRoles"];
        readonly put?: never;
        /**
         * Creates a custom member role for the whole instance.
         * @description Administrators only; Ultimate tier of self-managed and dedicated instances. A role can be deleted, but not changed.
         */
        readonly post: operations["createInstanceMemberRole"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/member_roles/{member_role_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Deletes a custom member role of the whole instance.
         * @description Administrators only; Ultimate tier of self-managed and dedicated instances.
         */
        readonly delete: operations["deleteInstanceMemberRole"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/member_roles": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The custom member roles of a root group.
         * @description For Owners of the group only; Ultimate tier of the hosted service.
         */
        readonly get: operations["listGroupMemberRoles"];
        readonly put?: never;
        /**
         * Creates a custom member role for a root group and everything below it.
         * @description Owners of the group only; Ultimate tier of the hosted service. Refused for a group that has a parent. A role can be deleted, but not changed.
         */
        readonly post: operations["createGroupMemberRole"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/member_roles/{member_role_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Deletes a custom member role of a root group.
         * @description Owners of the group only; Ultimate tier of the hosted service.
         */
        readonly delete: operations["deleteGroupMemberRole"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}/approvals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The approvals of a merge request, and the number of missing ones.
         * @description Premium and Ultimate; callers must sign in. Services without this call return approvals only in the payload of an approval.
         */
        readonly get: operations["getMergeRequestApprovals"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}/approve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Approves a merge request as the caller.
         * @description Premium and Ultimate. The caller must be an eligible approver. A merge request that was just created is still being prepared, and a commit processed late can take the approval away again. Wait until its detailed merge status is neither `checking` nor `approvals_syncing` and its newest diff has a patch id.
         */
        readonly post: operations["approveMergeRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}/unapprove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Removes the caller's approval of a merge request.
         * @description Premium and Ultimate. Other users' approvals do not change.
         */
        readonly post: operations["unapproveMergeRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}/reset_approvals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Removes all approvals of a merge request.
         * @description Premium and Ultimate. For bot users with a project or group token only; other users, including Owners, are rejected.
         */
        readonly put: operations["resetMergeRequestApprovals"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/approvals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The settings of a project for the approval of its merge requests.
         * @description Premium and Ultimate; callers must sign in, even for public projects.
         */
        readonly get: operations["getProjectApprovalConfiguration"];
        readonly put?: never;
        /**
         * Changes the settings of a project for the approval of its merge requests.
         * @description Premium and Ultimate. The caller must be an eligible approver. Absent fields do not change.
         */
        readonly post: operations["updateProjectApprovalConfiguration"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/approval_rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The approval rules of a project.
         * @description Premium and Ultimate; callers must sign in, even for public projects.
         */
        readonly get: operations["listProjectApprovalRules"];
        readonly put?: never;
        /**
         * Adds an approval rule to a project.
         * @description Premium and Ultimate. Rules that depend on a report can only be created by policies.
         */
        readonly post: operations["createProjectApprovalRule"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/approval_rules/{approval_rule_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * An approval rule of a project.
         * @description Premium and Ultimate; callers must sign in, even for public projects.
         */
        readonly get: operations["getProjectApprovalRule"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/merge_requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The merge requests of the whole instance that the caller may see.
         * @description By default, lists those that the caller created or, with a filter by author, all that the caller may see. Includes archived projects by default.
         */
        readonly get: operations["listMergeRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/merge_requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The merge requests of the projects of a group.
         * @description By default, includes those of every author and excludes archived projects. Each item has the id of the group that contains its project.
         */
        readonly get: operations["listGroupMergeRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The merge requests that target a project.
         * @description By default, includes those of every author.
         */
        readonly get: operations["listProjectMergeRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A merge request with all its attributes.
         * @description Automation that creates a merge request and approves it at once reads it until the detailed merge status is neither `checking` nor `approvals_syncing`, else a new commit can reset the approval.
         */
        readonly get: operations["getMergeRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The diff versions of a merge request, the newest first.
         * @description Each push creates one. `patchIdSha` of the newest one shows whether the diff is ready for an approval.
         */
        readonly get: operations["listMergeRequestVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}/blocks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The dependencies of a merge request: the merge requests that block it.
         * @description This merge request is the blocked one of each item; the blocking one must be merged first.
         */
        readonly get: operations["listMergeRequestBlocks"];
        readonly put?: never;
        /**
         * Makes a merge request depend on another one, which then blocks it.
         * @description Identify the blocking merge request by its global or numeric id, or by its number within a project. Requires permission to update the blocked merge request and to read the blocking one.
         */
        readonly post: operations["createMergeRequestBlock"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}/blocks/{block_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Removes a dependency of a merge request.
         * @description Requires permission to update the merge request.
         */
        readonly delete: operations["deleteMergeRequestBlock"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}/blockees": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The dependencies in which a merge request blocks others.
         * @description This merge request is the blocking one of each item and must be merged first.
         */
        readonly get: operations["listMergeRequestBlockees"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/issues/{issue_iid}/notes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The notes of an issue.
         * @description Comments and system notes, newest first by default. Changes of labels, state, milestone, weight and iteration are not notes and are not included.
         */
        readonly get: operations["listIssueNotes"];
        readonly put?: never;
        /**
         * Adds a note to an issue.
         * @description A text of only quick actions creates no note and returns their effect; a text of only an emoji adds a reaction instead. The number of notes per minute is limited.
         */
        readonly post: operations["createIssueNote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/issues/{issue_iid}/notes/{note_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A note of an issue. */
        readonly get: operations["getIssueNote"];
        /**
         * Changes a note of an issue.
         * @description Replaces the text, sets the older confidential mark, or both; what is left out stays.
         */
        readonly put: operations["updateIssueNote"];
        readonly post?: never;
        /** Deletes a note of an issue for good. */
        readonly delete: operations["deleteIssueNote"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/snippets/{snippet_id}/notes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The notes of a project snippet.
         * @description Comments and system notes, newest first by default. Personal snippets have no notes here.
         */
        readonly get: operations["listSnippetNotes"];
        readonly put?: never;
        /**
         * Adds a note to a project snippet.
         * @description A text of only quick actions creates no note and returns their effect; a text of only an emoji adds a reaction instead. The number of notes per minute is limited.
         */
        readonly post: operations["createSnippetNote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/snippets/{snippet_id}/notes/{note_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A note of a project snippet. */
        readonly get: operations["getSnippetNote"];
        /** Changes the text of a note of a project snippet. */
        readonly put: operations["updateSnippetNote"];
        readonly post?: never;
        /** Deletes a note of a project snippet for good. */
        readonly delete: operations["deleteSnippetNote"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}/notes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The notes of a merge request.
         * @description Comments and system notes, newest first by default. A note here has no position in the diff.
         */
        readonly get: operations["listMergeRequestNotes"];
        readonly put?: never;
        /**
         * Adds a note to a merge request.
         * @description A text of nothing but quick actions makes no note but gives what they did; one of nothing but an emoji adds a reaction instead. The `/merge` quick action works only with the head commit of the merge request beside it. The number of notes a minute is limited.
         */
        readonly post: operations["createMergeRequestNote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/merge_requests/{merge_request_iid}/notes/{note_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A note of a merge request. */
        readonly get: operations["getMergeRequestNote"];
        /**
         * Changes a note of a merge request.
         * @description Replaces the text and may set the older confidential mark.
         */
        readonly put: operations["updateMergeRequestNote"];
        readonly post?: never;
        /** Deletes a note of a merge request for good. */
        readonly delete: operations["deleteMergeRequestNote"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/epics/{epic_id}/notes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The notes of an epic.
         * @deprecated
         * @description Comments and system notes, newest first by default.
         */
        readonly get: operations["listEpicNotes"];
        readonly put?: never;
        /**
         * Adds a note to an epic.
         * @deprecated
         * @description A text of only quick actions creates no note and returns their effect; a text of only an emoji adds a reaction instead. The number of notes per minute is limited.
         */
        readonly post: operations["createEpicNote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/epics/{epic_id}/notes/{note_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A note of an epic.
         * @deprecated
         * @description The epic is given by its id, never by its number within the group.
         */
        readonly get: operations["getEpicNote"];
        /**
         * Changes the text of a note of an epic.
         * @deprecated
         */
        readonly put: operations["updateEpicNote"];
        readonly post?: never;
        /**
         * Deletes a note of an epic for good.
         * @deprecated
         */
        readonly delete: operations["deleteEpicNote"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/pipelines": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The pipelines of a project.
         * @description Newest first by default. Child pipelines are included only with the source `parent_pipeline`.
         */
        readonly get: operations["listPipelines"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/pipelines/latest": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The pipeline of the latest commit on a branch or tag.
         * @description Null when that commit has no pipeline, even if older commits of the branch or tag have one.
         */
        readonly get: operations["getLatestPipeline"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/pipelines/{pipeline_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A pipeline of a project.
         * @description Child pipelines can be read too, though the list leaves them out.
         */
        readonly get: operations["getPipeline"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Deletes a pipeline permanently.
         * @description Deletes its jobs, logs, artifacts and triggers, too, and expires its caches. Child pipelines are kept.
         */
        readonly delete: operations["deletePipeline"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/pipelines/{pipeline_id}/variables": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The variables with which a pipeline was started. */
        readonly get: operations["listPipelineVariables"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/pipelines/{pipeline_id}/test_report": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The test report of a pipeline, with every test case that its jobs reported.
         * @description Can be large; `testReportSummary` has the same counts without test cases.
         */
        readonly get: operations["getPipelineTestReport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/pipelines/{pipeline_id}/test_report_summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The counts of a pipeline's test report, in total and per suite.
         * @description `testReport` contains the test cases.
         */
        readonly get: operations["getPipelineTestReportSummary"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/pipeline": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Starts a pipeline for the latest commit of a branch or tag.
         * @description Accepts variables and inputs. The initial status is `PENDING` or, on some instances, `CREATED`. Cannot start merge request pipelines.
         */
        readonly post: operations["createPipeline"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/pipelines/{pipeline_id}/retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Retries the failed and canceled jobs of a pipeline.
         * @description The pipeline becomes `PENDING`. Without such a job, nothing changes and no error occurs.
         */
        readonly post: operations["retryPipeline"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/pipelines/{pipeline_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancels all jobs of a pipeline.
         * @description Succeeds in any state of the pipeline, even if it has ended.
         */
        readonly post: operations["cancelPipeline"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A project.
         * @description A project that the caller may not see leads to the same response as one that does not exist.
         */
        readonly get: operations["getProject"];
        /**
         * Sets up or removes pull mirroring through attributes of a project.
         * @deprecated
         * @description Older way to configure pull mirroring. `mirror: false` removes the mirror from the project. Premium and Ultimate.
         */
        readonly put: operations["updateProjectPullMirror"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/projects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The projects of a group.
         * @description Those that the caller may see; with `includeSubgroups`, also those of its subgroups.
         */
        readonly get: operations["listGroupProjects"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/mirror/pull": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The pull mirror of a project: what is mirrored, and how the last pull went.
         * @description Premium and Ultimate.
         */
        readonly get: operations["getPullMirror"];
        /**
         * Sets up, changes or removes the pull mirror of a project.
         * @description Absent fields do not change. `enabled: false` removes pull mirroring from the project. Premium and Ultimate.
         */
        readonly put: operations["updatePullMirror"];
        /**
         * Starts a pull from the mirrored repository.
         * @description The pull runs in the background; `updateStatus` of the mirror and the subscription `pullMirror` report its progress. Premium and Ultimate only.
         */
        readonly post: operations["startPullMirror"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Creates a project that mirrors a remote repository.
         * @deprecated
         * @description Older way to set up pull mirroring, as attributes of a new project. Premium and Ultimate.
         */
        readonly post: operations["createProjectWithPullMirror"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/resource_groups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The resource groups of a project that a job has used. */
        readonly get: operations["listResourceGroups"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/resource_groups/{key}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A resource group of a project.
         * @description The group is found by its key, not by its numeric id.
         */
        readonly get: operations["getResourceGroup"];
        /**
         * Changes the order in which a resource group runs jobs.
         * @description Accepts any mode at any time.
         */
        readonly put: operations["updateResourceGroup"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/resource_groups/{key}/current_job": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The job that holds a resource group now.
         * @description Null while none does.
         */
        readonly get: operations["getResourceGroupCurrentJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/resource_groups/{key}/upcoming_jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The jobs that wait for a resource group.
         * @description `currentJob` is not included.
         */
        readonly get: operations["listResourceGroupUpcomingJobs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runners": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The runners that are available to the caller.
         * @description A group's runners are listed for Owners of the group that owns them, a project's runners for Security Managers, Maintainers and Owners. Administrators and auditors see every runner in `allRunners`.
         */
        readonly get: operations["listRunners"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runners/all": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The runners of the whole instance.
         * @description For administrators and auditors, on self-managed and dedicated instances only.
         */
        readonly get: operations["listAllRunners"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runners/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A runner with all its attributes.
         * @description For Maintainers and Owners of a group runner, for Security Managers, Maintainers and Owners of a project runner, and for custom roles that administer runners. The token scope `manage_runners` suffices. So the caller may be able to read a runner that none of the caller's lists contains.
         */
        readonly get: operations["getRunner"];
        /**
         * Changes the settings of a runner, or pauses and resumes it.
         * @description Absent fields do not change. A paused runner ignores new jobs. For administrators (instance runners), Owners (group runners), Maintainers and Owners (project runners) and custom roles that administer runners. The token scope `manage_runners` suffices.
         */
        readonly put: operations["updateRunner"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/runners/{id}/jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The jobs that a runner is processing or has processed.
         * @description Only jobs of projects in which the caller is Reporter, Developer, Maintainer or Owner; others are missing without notice.
         */
        readonly get: operations["listRunnerJobs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects/{id}/runners": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The runners that are available to a project.
         * @description Includes runners of its groups and of the instance. For Security Managers, Maintainers and Owners of the project.
         */
        readonly get: operations["listProjectRunners"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/runners": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The runners that are available to a group.
         * @description Group runners are visible to Owners of the group that owns them.
         */
        readonly get: operations["listGroupRunners"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/user/runners": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Creates a runner for the instance, a group or a project.
         * @description Only the payload contains the authentication token for the runner's configuration.
         */
        readonly post: operations["createRunner"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/service_accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The service accounts of the whole instance.
         * @description For administrators only; self-managed and dedicated instances. Email addresses are not part of this list.
         */
        readonly get: operations["listInstanceServiceAccounts"];
        readonly put?: never;
        /**
         * Creates a service account for the whole instance.
         * @description Administrators only; self-managed and dedicated instances. On the Free tier, an instance may have at most 100 service accounts. No input is needed, every attribute has a default.
         */
        readonly post: operations["createInstanceServiceAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/service_accounts/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Changes the name, username or email address of a service account of the instance.
         * @description Administrators only; self-managed and dedicated instances. A new email address is held back until it is confirmed.
         */
        readonly patch: operations["updateInstanceServiceAccount"];
        readonly trace?: never;
    };
    readonly "/groups/{id}/service_accounts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The service accounts of a group.
         * @description For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts.
         */
        readonly get: operations["listGroupServiceAccounts"];
        readonly put?: never;
        /**
         * Creates a service account that belongs to a group.
         * @description Owners of the group on the hosted service; elsewhere administrators, and Owners allowed to create service accounts. On the Free tier, a top-level group with everything below it (hosted) or an instance (self-managed) may have at most 100 service accounts. The account can be invited to its own group and to what lies below it, never to groups above it. No input is needed, every attribute has a default.
         */
        readonly post: operations["createGroupServiceAccount"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/service_accounts/{user_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Deletes a service account of a group.
         * @description For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts. Contributions of the account move to a ghost user, unless `hardDelete` is true.
         */
        readonly delete: operations["deleteGroupServiceAccount"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Changes the name, username or email address of a service account of a group.
         * @description Owners of the group on the hosted service; elsewhere administrators, and Owners allowed to create service accounts. The username of an account with a composite identity cannot be changed.
         */
        readonly patch: operations["updateGroupServiceAccount"];
        readonly trace?: never;
    };
    readonly "/groups/{id}/service_accounts/{user_id}/personal_access_tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The personal access tokens of a service account of a group.
         * @description For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts. The secret token itself is never listed.
         */
        readonly get: operations["listServiceAccountTokens"];
        readonly put?: never;
        /**
         * Creates a personal access token for a service account of a group.
         * @description For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts. Only this payload contains the secret.
         */
        readonly post: operations["createServiceAccountToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/service_accounts/{user_id}/personal_access_tokens/{token_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revokes a personal access token of a service account of a group.
         * @description For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts. A revoked token cannot be restored.
         */
        readonly delete: operations["revokeServiceAccountToken"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups/{id}/service_accounts/{user_id}/personal_access_tokens/{token_id}/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replaces a personal access token of a service account with a new one.
         * @description For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts. The old token is revoked immediately; the new one keeps its name, description and scopes. Only this payload contains the new secret.
         */
        readonly post: operations["rotateServiceAccountToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The users of the instance.
         * @description Bots and internal accounts are among them unless filtered out. Everybody may filter by name, state and kind; ordering, identity and two-factor filters are for administrators, who also get the extended view of each user.
         */
        readonly get: operations["listUsers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A user.
         * @description The caller must be signed in. Administrators get the extended view; for everybody else its attributes are absent. Of a user with a private profile, others get little more than the name.
         */
        readonly get: operations["getUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/user": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller: the user whose credential makes the request.
         * @description Includes private attributes (email address, sign-in times, preferences, identities). With a project or group access token, the bot user of the token.
         */
        readonly get: operations["getCurrentUser"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/security/projects/{id}/vulnerability_exports": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Starts an export of the vulnerabilities of a project.
         * @description Runs in the background: `vulnerabilityExport` and the subscription of that name tell when it has finished and can be downloaded. Each user has one export of a project in progress at a time. Ultimate only. PDF files require a feature flag of the service.
         */
        readonly post: operations["createProjectVulnerabilityExport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/security/groups/{id}/vulnerability_exports": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Starts an export of the vulnerabilities of a group's projects.
         * @description Runs in the background: `vulnerabilityExport` and the subscription of that name tell when it has finished and can be downloaded. Each user has one export of a group in progress at a time. Ultimate only. PDF files require a feature flag of the service.
         */
        readonly post: operations["createGroupVulnerabilityExport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/security/vulnerability_exports": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Starts an export of the vulnerabilities of the projects on the caller's security dashboard.
         * @description Takes no settings; what is exported is what the caller selected on the security dashboard. Runs in the background: `vulnerabilityExport` and the subscription of that name tell when it has finished and can be downloaded. Ultimate only.
         */
        readonly post: operations["createInstanceVulnerabilityExport"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/security/vulnerability_exports/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A vulnerability export, and how far it is.
         * @description Only its author can read an export, and only until it expires. Ultimate only.
         */
        readonly get: operations["getVulnerabilityExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/security/vulnerability_exports/{id}/download": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The file of a finished vulnerability export.
         * @description Only its author can download an export, and only until it expires. A CSV file has a header row with the columns Group Name, Project Name, Tool, Scanner Name, Status, Vulnerability, Details, Additional Info, Severity, CVE, CWE, Other Identifiers, Detected At, Location, Activity, Comments, Full Path, CVSS Vectors and Dismissal Reason; times have the form `2025-01-31 23:59:59 UTC`. Ultimate only.
         */
        readonly get: operations["downloadVulnerabilityExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Body of a failed call. `message` is a text or nested maps and arrays of texts; some services send `error` or `errors` instead. */
        readonly Error: {
            /** @description What went wrong, as a text or as texts by attribute. */
            readonly message?: unknown;
            /** @description What went wrong, as a text or as a code with a description beside it. */
            readonly error?: unknown;
            /** @description Explanation of the code in `error`. */
            readonly error_description?: string;
            /** @description Token scopes that would have sufficed. */
            readonly scope?: string;
            /** @description Texts by attribute. */
            readonly errors?: unknown;
        } | readonly unknown[] | string | null;
        /**
         * @description Direction in which a list is ordered.
         * @enum {string}
         */
        readonly SortOrder: "asc" | "desc";
        /**
         * @description Users who may see a group or project.
         * @enum {string}
         */
        readonly Visibility: "private" | "internal" | "public";
        /**
         * @description Role of a member in a group or project.
         * @enum {integer}
         */
        readonly AccessLevel: 0 | 5 | 10 | 15 | 20 | 25 | 30 | 40 | 50;
        /**
         * @description State of a personal access token.
         * @enum {string}
         */
        readonly TokenStateFilter: "active" | "inactive";
        /**
         * @description Attributes by which personal access tokens can be ordered.
         * @enum {string}
         */
        readonly TokenSort: "created_asc" | "created_desc" | "expires_asc" | "expires_desc" | "last_used_asc" | "last_used_desc" | "name_asc" | "name_desc";
        /** @description Settings for collecting the errors that applications of a project report. */
        readonly ErrorTrackingSettings: {
            /** @description Whether error tracking is enabled for the project. */
            readonly active?: boolean;
            /** @description Name of the project in the external tracker; null with integrated tracking. */
            readonly project_name?: string | null;
            /**
             * Format: uri
             * @description URL of the external tracker's web interface; null with integrated tracking.
             */
            readonly tracker_external_url?: string | null;
            /**
             * Format: uri
             * @description URL of the external tracker's API; null with integrated tracking.
             */
            readonly api_url?: string | null;
            /** @description Whether errors are sent to the integrated backend rather than to an external tracker. */
            readonly integrated?: boolean;
        };
        /** @description A key with which applications report errors to the integrated error tracking of a project. */
        readonly ErrorTrackingClientKey: {
            /**
             * Format: int64
             * @description Numeric id of the key, unique on the instance.
             */
            readonly id?: number;
            /** @description Whether applications may report errors with the key. */
            readonly active?: boolean;
            /** @description Public key, generated on creation, for the configuration of applications. */
            readonly public_key?: string;
            /** @description URL for the configuration of applications; contains the public key and the project's numeric id. */
            readonly tracker_dsn?: string;
        };
        /** @description Settings with which integrated error tracking is set up. */
        readonly CreateErrorTrackingSettingsBody: {
            /** @description Whether to enable error tracking. */
            readonly active: boolean;
            /**
             * @description Must be true: an external tracker cannot be set up here.
             * @constant
             */
            readonly integrated: true;
        };
        /** @description Changes to the error tracking that is configured already. */
        readonly UpdateErrorTrackingSettingsBody: {
            /** @description Whether to enable error tracking. */
            readonly active: boolean;
            /** @description Whether to send errors to the integrated backend. Defaults to the current value. */
            readonly integrated?: boolean;
        };
        /** @description A feature flag that has been set on this instance. */
        readonly FeatureFlag: {
            /** @description Name of the flag, unique on the instance. */
            readonly name?: string;
            /** @description Whether the feature is on for all actors, for none or for some. */
            readonly state?: components["schemas"]["FeatureFlagState"];
            /** @description Conditions of the flag; the feature is on if one of them applies. */
            readonly gates?: readonly components["schemas"]["FeatureFlagGate"][];
            /** @description Definition of the flag by the service itself; null for a flag that this version does not define. */
            readonly definition?: components["schemas"]["FeatureFlagDefinition"] | null;
        };
        /**
         * @description State of a feature flag: for which actors the feature is on.
         * @enum {string}
         */
        readonly FeatureFlagState: "on" | "off" | "conditional";
        /** @description One condition under which a feature is on. */
        readonly FeatureFlagGate: {
            /** @description Kind of the condition, which decides what its value means. */
            readonly key?: components["schemas"]["FeatureFlagGateKey"];
            /** @description True or false for a boolean gate, whole percent from 0 to 100 for a percentage gate, and a list of texts, such as names of actors, for gates of other kinds. */
            readonly value?: boolean | number | readonly string[];
        };
        /**
         * @description Kinds of conditions under which a feature is on.
         * @enum {string}
         */
        readonly FeatureFlagGateKey: "boolean" | "percentage_of_actors" | "percentage_of_time" | "actors" | "groups";
        /**
         * @description Things that the percentage of a feature flag counts.
         * @enum {string}
         */
        readonly FeatureFlagPercentageKey: "percentage_of_actors" | "percentage_of_time";
        /** @description Definition of a feature flag in a version of the service. */
        readonly FeatureFlagDefinition: {
            /** @description Name of the flag, unique on the instance. */
            readonly name?: string;
            /**
             * Format: uri
             * @description URL of the change that introduced the flag; null if it is not recorded.
             */
            readonly introduced_by_url?: string | null;
            /**
             * Format: uri
             * @description URL of the issue that tracks the rollout; null if none exists.
             */
            readonly rollout_issue_url?: string | null;
            /** @description Development team of the service that owns the flag. */
            readonly group?: string | null;
            /** @description Purpose of the flag in the words of the service, such as development or operations. */
            readonly type?: string;
            /** @description Whether the feature is on if the flag was never set. */
            readonly default_enabled?: boolean;
            /** @description Release in which the flag was introduced; null if it is not recorded. */
            readonly milestone?: string | null;
            /** @description Whether changes of the flag are logged; null if the definition does not state it. */
            readonly log_state_changes?: boolean | null;
        };
        /** @description How to set a feature flag, and for whom. */
        readonly SetFeatureFlagBody: {
            /** @description `true` switches the feature on, `false` off; a whole number from 0 to 100 switches it on for that percentage. */
            readonly value: number | string;
            /**
             * @description Things that a percentage counts, actors or time. Defaults to time. Without effect on `true` and `false`.
             * @default percentage_of_time
             */
            readonly key?: components["schemas"]["FeatureFlagPercentageKey"];
            /** @description Name of a feature group for which to set the flag: a set of actors that the service defines. */
            readonly feature_group?: string;
            /** @description Username to switch the flag for, or several joined by commas. */
            readonly user?: string;
            /** @description Full path of the group to switch the flag for, or several joined by commas. */
            readonly group?: string;
            /** @description Full path of the group or personal namespace to switch the flag for, or several joined by commas. */
            readonly namespace?: string;
            /** @description Full path of the project to switch the flag for, or several joined by commas. */
            readonly project?: string;
            /** @description Full path of the repository to switch the flag for, or several joined by commas. */
            readonly repository?: string;
            /** @description Id of the runner to switch the flag for, or several joined by commas. */
            readonly runner?: string;
            /** @description Whether to skip the validation of the service, such as that the flag has a definition. */
            readonly force?: boolean;
        };
        /** @description A combination of AI agents that completes a developer task. */
        readonly Flow: {
            /**
             * Format: int64
             * @description Numeric id of the flow, unique on the instance.
             */
            readonly id?: number;
            /**
             * Format: int64
             * @description Id of the project that the flow works on; null if it works on none.
             */
            readonly project_id?: number | null;
            /**
             * Format: int64
             * @description Id of the group or personal namespace in which the flow runs; null if it runs in none. `group` is null for a personal namespace.
             */
            readonly namespace_id?: number | null;
            /** @description Ids of the privileges that the agents have; all privileges if the flow was created without a choice. */
            readonly agent_privileges?: readonly number[];
            /** @description Names of the privileges that the agents have, such as `use_git`. */
            readonly agent_privileges_names?: readonly string[];
            /** @description Ids of the privileges that the agents use without approval, a subset of their privileges. */
            readonly pre_approved_agent_privileges?: readonly number[];
            /** @description Names of the privileges that the agents use without approval. */
            readonly pre_approved_agent_privileges_names?: readonly string[];
            /** @description Identifier of the type of the flow. */
            readonly workflow_definition?: string;
            /** @description Current status of the flow, including whether it waits for the caller. */
            readonly status?: components["schemas"]["FlowStatus"];
            /** @description Whether the agents may ask the caller for input; true by default. */
            readonly allow_agent_to_request_user?: boolean;
            /** @description Container image for running the flow as a CI job; null for the default image. */
            readonly image?: string | null;
            /** @description Environment in which the flow was started and shows its work; null if not reported. */
            readonly environment?: components["schemas"]["FlowEnvironment"] | null;
            /**
             * Format: int64
             * @description Id of the version of the catalog item that the flow runs; null if the flow runs no catalog item.
             */
            readonly ai_catalog_item_version_id?: number | null;
            /** @description Short summary of the flow. */
            readonly summary?: string;
            /** @description Whether the agents may use MCP tools. */
            readonly mcp_enabled?: boolean;
            /**
             * Format: uri
             * @description Base URL of the instance on which the flow runs.
             */
            readonly service_url?: string;
            /** @description Workload that runs the flow; null if the flow was not started. */
            readonly workload?: components["schemas"]["FlowWorkload"];
        };
        /**
         * @description Status of an agent flow.
         * @enum {string}
         */
        readonly FlowStatus: "created" | "running" | "paused" | "finished" | "failed" | "stopped" | "input_required" | "plan_approval_required" | "tool_call_approval_required";
        /**
         * @description Environment in which a flow is started and shows its work.
         * @enum {string}
         */
        readonly FlowEnvironment: "ide" | "web" | "chat_partial" | "chat" | "ambient";
        /** @description Workload that runs a started flow. */
        readonly FlowWorkload: {
            /** @description Id of the workload, not necessarily a number; null if none was started. */
            readonly id?: string;
            /** @description Message of the service about the start of the workload, such as the reason for a failure. */
            readonly message?: string;
        };
        /** @description A privilege that can be granted to the agents of a flow. */
        readonly AgentPrivilege: {
            /**
             * Format: int64
             * @description Id of the privilege, 1 to 6 for the built-in ones; `flowCreate` accepts it.
             */
            readonly id?: number;
            /** @description Name of the privilege; `read_write_files`, `read_only_service`, `read_write_service`, `run_commands`, `use_git` and `run_mcp_tools` are built in. */
            readonly name?: string;
            /** @description Explanation of what agents with the privilege may do. */
            readonly description?: string;
            /** @description Whether the privilege is enabled by default; true for all built-in ones. */
            readonly default_enabled?: boolean;
        };
        /** @description All privileges that agents can have. */
        readonly AgentPrivilegeList: {
            /** @description Every privilege that can be given to the agents of a flow. */
            readonly all_privileges?: readonly components["schemas"]["AgentPrivilege"][];
        };
        /** @description Information for a flow in addition to its goal. */
        readonly FlowContextItem: {
            /** @description Kind of the information, as the type of the flow defines it. */
            readonly Category: string;
            /** @description Content of the information, as serialized JSON. */
            readonly Content: string;
        };
        /** @description Flow to create, and its task. */
        readonly CreateFlowBody: {
            /** @description Information for the flow in addition to its goal. */
            readonly additional_context?: readonly components["schemas"]["FlowContextItem"][];
            /** @description Ids of the privileges to grant to the agents. Defaults to all privileges. */
            readonly agent_privileges?: readonly number[];
            /**
             * Format: int64
             * @description Enabled catalog item of the project to run, by the numeric id of its consumer. Needs a project and takes the place of a workflow definition, so the two cannot be combined.
             */
            readonly ai_catalog_item_consumer_id?: number;
            /**
             * Format: int64
             * @description Version of the catalog item to run, by its id.
             */
            readonly ai_catalog_item_version_id?: number;
            /**
             * @description Whether the agents may ask the caller for input. Defaults to true.
             * @default true
             */
            readonly allow_agent_to_request_user?: boolean;
            /** @description Environment in which the flow is started and shows its work. */
            readonly environment?: components["schemas"]["FlowEnvironment"];
            /** @description Description of the task to complete. */
            readonly goal?: string;
            /** @description Container image for running the flow as a CI job. Defaults to the image of the service. */
            readonly image?: string;
            /**
             * Format: int64
             * @description Issue to work on, by its number within the project (iid), not by its global id. Needs a project.
             */
            readonly issue_id?: number;
            /**
             * Format: int64
             * @description Merge request to work on, by its number within the project (iid), not by its global id. Needs a project.
             */
            readonly merge_request_id?: number;
            /** @description Namespace to work in, as its numeric id or its full path. */
            readonly namespace_id?: string;
            /** @description Ids of the privileges that the agents may use without approval. Each must be one of the agents' privileges. */
            readonly pre_approved_agent_privileges?: readonly number[];
            /** @description Project to work on, as its numeric id or its full path. */
            readonly project_id?: string;
            /**
             * @description Whether to clone the repository without its full history. Defaults to true.
             * @default true
             */
            readonly shallow_clone?: boolean;
            /** @description Branch to start from. Defaults to the default branch of the project. */
            readonly source_branch?: string;
            /** @description Whether to start the flow immediately after its creation. */
            readonly start_workflow?: boolean;
            /** @description Identifier of the type of the flow. Cannot be combined with a catalog item. */
            readonly workflow_definition?: string;
        };
        /** @description A connection of a group to a third-party tool, with the kinds of events that the tool receives. */
        readonly GroupIntegration: {
            /**
             * Format: int64
             * @description Numeric id of the integration. Mutations identify the integration by `group` and `tool`, `Query.groupIntegration` by the global id.
             */
            readonly id?: number;
            /** @description Display name of the integration. */
            readonly title?: string;
            /** @description Identifier of the tool, such as `chat-a`. Lists can contain tools that this graph cannot configure. */
            readonly slug?: string;
            /**
             * Format: date-time
             * @description Time when the integration was first set up.
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Time when the integration was last changed.
             */
            readonly updated_at?: string;
            /** @description Whether the integration is enabled. */
            readonly active?: boolean;
            /** @description Whether the settings are inherited from a parent group or the instance. */
            readonly inherited?: boolean;
            /** @description Whether the integration comments in the tool on events that mention its items. */
            readonly comment_on_event_enabled?: boolean;
            /** @description Whether the tool receives events of commits. */
            readonly commit_events?: boolean;
            /** @description Whether the tool receives pushes to branches. */
            readonly push_events?: boolean;
            /** @description Whether the tool receives events of issues. */
            readonly issues_events?: boolean;
            /** @description Whether the tool receives alerts. */
            readonly alert_events?: boolean;
            /** @description Whether the tool receives events of confidential issues. */
            readonly confidential_issues_events?: boolean;
            /** @description Whether the tool receives events of merge requests. */
            readonly merge_requests_events?: boolean;
            /** @description Whether the tool receives pushes of tags. */
            readonly tag_push_events?: boolean;
            /** @description Whether the tool receives events of deployments. */
            readonly deployment_events?: boolean;
            /** @description Whether the tool receives comments. */
            readonly note_events?: boolean;
            /** @description Whether the tool receives comments on confidential issues. */
            readonly confidential_note_events?: boolean;
            /** @description Whether the tool receives status changes of pipelines. */
            readonly pipeline_events?: boolean;
            /** @description Whether the tool receives created and changed wiki pages. */
            readonly wiki_page_events?: boolean;
            /** @description Whether the tool receives status changes of jobs. */
            readonly job_events?: boolean;
            /** @description Whether the tool receives events of vulnerabilities; null outside the Enterprise edition. */
            readonly vulnerability_events?: boolean;
        };
        /**
         * @description Third-party tools of group integrations, under neutral names.
         * @enum {string}
         */
        readonly GroupIntegrationTool: "task-tracker-a" | "code-host-a" | "ci-server-a" | "issue-tracker-a" | "ci-service-a" | "chat-a" | "issue-tracker-b" | "wiki-a" | "custom-issue-tracker" | "monitoring-a" | "test-gen-a" | "chat-b" | "ci-service-b" | "chat-c" | "chat-d" | "chat-e" | "issue-tracker-c";
        /**
         * @description Branches whose events a tool receives.
         * @enum {string}
         */
        readonly NotifiedBranches: "all" | "default" | "protected" | "default_and_protected";
        /** @description Integration of a group with a third-party tool: the events that the tool receives, and its settings. */
        readonly GroupIntegrationDetail: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of the tool, beside the kinds of events. */
            readonly properties?: {
                readonly [key: string]: unknown;
            };
        };
        /** @description The connection of a group to task tracker A, with its settings. */
        readonly TaskTrackerAIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of task tracker A, beside the kinds of events. */
            readonly properties?: components["schemas"]["TaskTrackerASettings"];
        };
        /** @description Settings that connect a group to task tracker A. */
        readonly TaskTrackerASettings: {
            /** @description API token of a user of the task tracker, to whom comments are attributed. */
            readonly api_key?: string | null;
            /** @description Branches to which the integration is limited; empty for all, null if not set. Named as in REST, although it is a list. */
            readonly restrict_to_branch?: string | null;
        };
        /** @description Settings that connect a group to task tracker A. */
        readonly SetTaskTrackerAIntegrationBody: {
            /** @description API token of a user of the task tracker, to whom comments are attributed. */
            readonly api_key: string;
            /** @description Branches to which the integration is limited; empty for all. Named as in REST, although it is a list. */
            readonly restrict_to_branch?: string;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to code host A, with its settings. */
        readonly CodeHostAIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of code host A, beside the kinds of events. */
            readonly properties?: components["schemas"]["CodeHostASettings"];
        };
        /** @description Settings that connect a group to code host A. */
        readonly CodeHostASettings: {
            /** @description Token with which the service signs in to the code host. */
            readonly token?: string | null;
            /** @description Subdomain of the account on the code host; null if not set. */
            readonly subdomain?: string | null;
        };
        /** @description Settings that connect a group to code host A. */
        readonly SetCodeHostAIntegrationBody: {
            /** @description Token with which the service signs in to the code host. */
            readonly token: string;
            /** @description Subdomain of the account on the code host. */
            readonly subdomain?: string;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to CI server A, with its settings. */
        readonly CiServerAIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of CI server A, beside the kinds of events. */
            readonly properties?: components["schemas"]["CiServerASettings"];
        };
        /** @description Settings that connect a group to CI server A. */
        readonly CiServerASettings: {
            /**
             * Format: uri
             * @description URL at which the service reaches the CI server; null if not set.
             */
            readonly server_url?: string | null;
            /** @description Key of the build plan on the CI server. */
            readonly build_key?: string | null;
            /** @description Username with which the service signs in to the CI server; null if not set. */
            readonly username?: string | null;
            /** @description Password with which the service signs in to the CI server. */
            readonly password?: string | null;
            /** @description Whether the TLS certificate of the CI server is checked; null if not set. */
            readonly enable_ssl_verification?: boolean | null;
        };
        /** @description Settings that connect a group to CI server A. */
        readonly SetCiServerAIntegrationBody: {
            /**
             * Format: uri
             * @description URL at which the service reaches the CI server.
             */
            readonly server_url: string;
            /** @description Key of the build plan on the CI server. */
            readonly build_key: string;
            /** @description Username with which the service signs in to the CI server. */
            readonly username: string;
            /** @description Password with which the service signs in to the CI server. */
            readonly password: string;
            /**
             * @description Whether the TLS certificate of the CI server is checked. Defaults to true.
             * @default true
             */
            readonly enable_ssl_verification?: boolean;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to issue tracker A, with its settings. */
        readonly IssueTrackerAIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of issue tracker A, beside the kinds of events. */
            readonly properties?: components["schemas"]["IssueTrackerASettings"];
        };
        /** @description Settings that connect a group to issue tracker A. */
        readonly IssueTrackerASettings: {
            /**
             * Format: uri
             * @description URL of the page to create an issue in issue tracker A; null if not set.
             */
            readonly new_issue_url?: string | null;
            /** @description URL pattern for links to issues in issue tracker A; null if not set. */
            readonly issues_url?: string | null;
            /**
             * Format: uri
             * @description URL of the project's page in issue tracker A; null if not set.
             */
            readonly project_url?: string | null;
        };
        /** @description Settings that connect a group to issue tracker A. */
        readonly SetIssueTrackerAIntegrationBody: {
            /**
             * Format: uri
             * @description URL of the page to create an issue in issue tracker A.
             */
            readonly new_issue_url: string;
            /** @description URL pattern for links to issues in issue tracker A. */
            readonly issues_url: string;
            /**
             * Format: uri
             * @description URL of the project's page in issue tracker A.
             */
            readonly project_url: string;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to CI service A, with its settings. */
        readonly CiServiceAIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of CI service A, beside the kinds of events. */
            readonly properties?: components["schemas"]["CiServiceASettings"];
        };
        /** @description Settings that connect a group to CI service A. */
        readonly CiServiceASettings: {
            /** @description Token with which the service signs in to the CI service. */
            readonly token?: string | null;
            /**
             * Format: uri
             * @description URL that identifies the project in the CI service; null if not set.
             */
            readonly project_url?: string | null;
            /**
             * @deprecated
             * @description Stored value without effect: the TLS certificate of the CI service is always checked.
             */
            readonly enable_ssl_verification?: boolean | null;
        };
        /** @description Settings that connect a group to CI service A. */
        readonly SetCiServiceAIntegrationBody: {
            /** @description Token with which the service signs in to the CI service. */
            readonly token: string;
            /**
             * Format: uri
             * @description URL that identifies the project in the CI service.
             */
            readonly project_url: string;
            /**
             * @deprecated
             * @description Has no effect: the TLS certificate of the CI service is always checked.
             */
            readonly enable_ssl_verification?: boolean;
            /** @description Whether the CI service receives pushes to branches. */
            readonly push_events?: boolean;
            /** @description Whether the CI service receives events of merge requests. */
            readonly merge_requests_events?: boolean;
            /** @description Whether the CI service receives pushes of tags. */
            readonly tag_push_events?: boolean;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to chat A, with its settings. */
        readonly ChatAIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of chat A, beside the kinds of events. */
            readonly properties?: components["schemas"]["ChatASettings"];
        };
        /** @description Settings that connect a group to chat A. */
        readonly ChatASettings: {
            /** @description Token with which the service signs in to the chat. */
            readonly token?: string | null;
            /** @description Subdomain of the account in the chat; null if not set. */
            readonly subdomain?: string | null;
            /** @description Room of the chat that receives the messages; null if not set. */
            readonly room?: string | null;
        };
        /** @description Settings that connect a group to chat A. */
        readonly SetChatAIntegrationBody: {
            /** @description Token with which the service signs in to the chat. */
            readonly token: string;
            /** @description Subdomain of the account in the chat. */
            readonly subdomain?: string;
            /** @description Room of the chat that receives the messages. */
            readonly room?: string;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to issue tracker B, with its settings. */
        readonly IssueTrackerBIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of issue tracker B, beside the kinds of events. */
            readonly properties?: components["schemas"]["IssueTrackerBSettings"];
        };
        /** @description Settings that connect a group to issue tracker B. */
        readonly IssueTrackerBSettings: {
            /** @description URL pattern for links to issues in issue tracker B; null if not set. */
            readonly issues_url?: string | null;
            /**
             * Format: uri
             * @description URL of the project's page in issue tracker B; null if not set.
             */
            readonly project_url?: string | null;
        };
        /** @description Settings that connect a group to issue tracker B. */
        readonly SetIssueTrackerBIntegrationBody: {
            /** @description URL pattern for links to issues in issue tracker B. */
            readonly issues_url: string;
            /**
             * Format: uri
             * @description URL of the project's page in issue tracker B.
             */
            readonly project_url: string;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to wiki A, with its settings. */
        readonly WikiAIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of wiki A, beside the kinds of events. */
            readonly properties?: components["schemas"]["WikiASettings"];
        };
        /** @description Settings that connect a group to wiki A. */
        readonly WikiASettings: {
            /**
             * Format: uri
             * @description URL of the space in the wiki that the group uses; null if not set.
             */
            readonly wiki_url?: string | null;
        };
        /** @description Settings that connect a group to wiki A. */
        readonly SetWikiAIntegrationBody: {
            /**
             * Format: uri
             * @description URL of the space in the wiki that the group uses.
             */
            readonly wiki_url: string;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to a custom issue tracker, with its settings. */
        readonly CustomIssueTrackerIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of a custom issue tracker, beside the kinds of events. */
            readonly properties?: components["schemas"]["CustomIssueTrackerSettings"];
        };
        /** @description Settings that connect a group to a custom issue tracker. */
        readonly CustomIssueTrackerSettings: {
            /**
             * Format: uri
             * @description URL of the page to create an issue in the custom issue tracker; null if not set.
             */
            readonly new_issue_url?: string | null;
            /** @description URL pattern for links to issues in the custom issue tracker; null if not set. */
            readonly issues_url?: string | null;
            /**
             * Format: uri
             * @description URL of the project's page in the custom issue tracker; null if not set.
             */
            readonly project_url?: string | null;
        };
        /** @description Settings that connect a group to a custom issue tracker. */
        readonly SetCustomIssueTrackerIntegrationBody: {
            /**
             * Format: uri
             * @description URL of the page to create an issue in the custom issue tracker.
             */
            readonly new_issue_url: string;
            /** @description URL pattern for links to issues in the custom issue tracker. */
            readonly issues_url: string;
            /**
             * Format: uri
             * @description URL of the project's page in the custom issue tracker.
             */
            readonly project_url: string;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to monitoring A, with its settings. */
        readonly MonitoringAIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of monitoring A, beside the kinds of events. */
            readonly properties?: components["schemas"]["MonitoringASettings"];
        };
        /** @description Settings that connect a group to monitoring A. */
        readonly MonitoringASettings: {
            /** @description API key with which the service sends data to the monitoring tool. */
            readonly api_key?: string | null;
            /**
             * Format: uri
             * @description Full URL of the API of the monitoring tool, if it differs from that of the site; null if not set.
             */
            readonly api_url?: string | null;
            /** @description Environment tag of all data sent to the monitoring tool; null if not set. */
            readonly monitoring_env?: string | null;
            /** @description Service tag of all data sent to the monitoring tool, to distinguish several instances; null if not set. */
            readonly monitoring_service?: string | null;
            /** @description Site of the monitoring tool to which the data is sent, as a host name; null if not set. */
            readonly monitoring_site?: string | null;
            /** @description Further tags for the data, one `key:value` per line; null if not set. */
            readonly monitoring_tags?: string | null;
            /** @description Whether job logs are sent to the monitoring tool, too; null if not set. */
            readonly archive_trace_events?: boolean | null;
        };
        /** @description Settings that connect a group to monitoring A. */
        readonly SetMonitoringAIntegrationBody: {
            /** @description API key with which the service sends data to the monitoring tool. */
            readonly api_key: string;
            /**
             * Format: uri
             * @description Full URL of the API of the monitoring tool, if it differs from that of the site.
             */
            readonly api_url?: string;
            /** @description Environment tag of all data sent to the monitoring tool. */
            readonly monitoring_env?: string;
            /** @description Service tag of all data sent to the monitoring tool, to distinguish several instances. */
            readonly monitoring_service?: string;
            /** @description Site of the monitoring tool to which the data is sent, as a host name. */
            readonly monitoring_site?: string;
            /** @description Further tags for the data, one `key:value` per line. */
            readonly monitoring_tags?: string;
            /** @description Whether job logs are sent to the monitoring tool, too. */
            readonly archive_trace_events?: boolean;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to test generator A, with its settings. */
        readonly TestGenAIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of test generator A, beside the kinds of events. */
            readonly properties?: components["schemas"]["TestGenASettings"];
        };
        /** @description Settings that connect a group to test generator A. */
        readonly TestGenASettings: {
            /** @description License key of the test generator. */
            readonly test_gen_license_key?: string | null;
            /** @description Name of the access token of the test generator for the service; null if not set. */
            readonly test_gen_access_token_name?: string | null;
            /** @description Secret of the access token of the test generator for the service. */
            readonly test_gen_access_token_secret?: string | null;
        };
        /** @description Settings that connect a group to test generator A. */
        readonly SetTestGenAIntegrationBody: {
            /** @description License key of the test generator. */
            readonly test_gen_license_key: string;
            /** @description Name of the access token of the test generator for the service. */
            readonly test_gen_access_token_name: string;
            /** @description Secret of the access token of the test generator for the service. */
            readonly test_gen_access_token_secret: string;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to chat B, with its settings. */
        readonly ChatBIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of chat B, beside the kinds of events. */
            readonly properties?: components["schemas"]["ChatBSettings"];
        };
        /** @description Settings that connect a group to chat B. */
        readonly ChatBSettings: {
            /** @description Webhook of the chat for events without a webhook of their own. */
            readonly webhook?: string | null;
            /** @description Whether the chat is notified only of failed pipelines; null if not set. */
            readonly notify_only_broken_pipelines?: boolean | null;
            /** @description Whether the chat is notified only of pipelines whose status differs from the previous pipeline's; null if not set. */
            readonly notify_only_when_pipeline_status_changes?: boolean | null;
            /** @description Branches whose pushes and pipelines trigger notifications; null if the integration is not set up. */
            readonly branches_to_be_notified?: components["schemas"]["NotifiedBranches"] | null;
            /** @description Whether the chat receives mentions of the group; null if not set. */
            readonly group_mentions_events?: boolean | null;
            /** @description Whether the chat receives mentions of the group in confidential issues and comments; null if not set. */
            readonly group_confidential_mentions_events?: boolean | null;
            /** @description Webhook for confidential issues, overriding the common one. */
            readonly confidential_issue_channel?: string | null;
            /** @description Webhook for comments on confidential issues, overriding the common one. */
            readonly confidential_note_channel?: string | null;
            /** @description Webhook for deployments, overriding the common one. */
            readonly deployment_channel?: string | null;
            /** @description Webhook for mentions of the group in confidential issues and comments, overriding the common one. */
            readonly group_confidential_mentions_channel?: string | null;
            /** @description Webhook for mentions of the group, overriding the common one. */
            readonly group_mentions_channel?: string | null;
            /** @description Webhook for issues, overriding the common one. */
            readonly issue_channel?: string | null;
            /** @description Webhook for merge requests, overriding the common one. */
            readonly merge_request_channel?: string | null;
            /** @description Webhook for comments, overriding the common one. */
            readonly note_channel?: string | null;
            /** @description Webhook for status changes of pipelines, overriding the common one. */
            readonly pipeline_channel?: string | null;
            /** @description Webhook for pushes to branches, overriding the common one. */
            readonly push_channel?: string | null;
            /** @description Webhook for pushes of tags, overriding the common one. */
            readonly tag_push_channel?: string | null;
            /** @description Webhook for created and changed wiki pages, overriding the common one. */
            readonly wiki_page_channel?: string | null;
        };
        /** @description Settings that connect a group to chat B. */
        readonly SetChatBIntegrationBody: {
            /** @description Webhook of the chat for events without a webhook of their own. */
            readonly webhook: string;
            /** @description Whether the chat is notified only of failed pipelines. */
            readonly notify_only_broken_pipelines?: boolean;
            /** @description Whether the chat is notified only of pipelines whose status differs from the previous pipeline's. */
            readonly notify_only_when_pipeline_status_changes?: boolean;
            /**
             * @description Branches whose pushes and pipelines trigger notifications. Defaults to the default branch only.
             * @default default
             */
            readonly branches_to_be_notified?: components["schemas"]["NotifiedBranches"];
            /** @description Whether the chat receives pushes to branches. */
            readonly push_events?: boolean;
            /** @description Whether the chat receives events of issues. */
            readonly issues_events?: boolean;
            /** @description Whether the chat receives events of confidential issues. */
            readonly confidential_issues_events?: boolean;
            /** @description Whether the chat receives events of merge requests. */
            readonly merge_requests_events?: boolean;
            /** @description Whether the chat receives pushes of tags. */
            readonly tag_push_events?: boolean;
            /** @description Whether the chat receives comments. */
            readonly note_events?: boolean;
            /** @description Whether the chat receives comments on confidential issues. */
            readonly confidential_note_events?: boolean;
            /** @description Whether the chat receives status changes of pipelines. */
            readonly pipeline_events?: boolean;
            /** @description Whether the chat receives created and changed wiki pages. */
            readonly wiki_page_events?: boolean;
            /** @description Whether the chat receives events of deployments. */
            readonly deployment_events?: boolean;
            /** @description Whether the chat receives mentions of the group. */
            readonly group_mentions_events?: boolean;
            /** @description Whether the chat receives mentions of the group in confidential issues and comments. */
            readonly group_confidential_mentions_events?: boolean;
            /** @description Webhook for confidential issues, overriding the common one. */
            readonly confidential_issue_channel?: string;
            /** @description Webhook for comments on confidential issues, overriding the common one. */
            readonly confidential_note_channel?: string;
            /** @description Webhook for deployments, overriding the common one. */
            readonly deployment_channel?: string;
            /** @description Webhook for mentions of the group in confidential issues and comments, overriding the common one. */
            readonly group_confidential_mentions_channel?: string;
            /** @description Webhook for mentions of the group, overriding the common one. */
            readonly group_mentions_channel?: string;
            /** @description Webhook for issues, overriding the common one. */
            readonly issue_channel?: string;
            /** @description Webhook for merge requests, overriding the common one. */
            readonly merge_request_channel?: string;
            /** @description Webhook for comments, overriding the common one. */
            readonly note_channel?: string;
            /** @description Webhook for status changes of pipelines, overriding the common one. */
            readonly pipeline_channel?: string;
            /** @description Webhook for pushes to branches, overriding the common one. */
            readonly push_channel?: string;
            /** @description Webhook for pushes of tags, overriding the common one. */
            readonly tag_push_channel?: string;
            /** @description Webhook for created and changed wiki pages, overriding the common one. */
            readonly wiki_page_channel?: string;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to CI service B, with its settings. */
        readonly CiServiceBIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of CI service B, beside the kinds of events. */
            readonly properties?: components["schemas"]["CiServiceBSettings"];
        };
        /** @description Settings that connect a group to CI service B. */
        readonly CiServiceBSettings: {
            /** @description Token with which the service signs in to the CI service. */
            readonly token?: string | null;
            /**
             * Format: uri
             * @description URL at which the service reaches the CI service; null if not set.
             */
            readonly server_url?: string | null;
            /** @description Whether the TLS certificate of the CI service is checked; null if not set. */
            readonly enable_ssl_verification?: boolean | null;
        };
        /** @description Settings that connect a group to CI service B. */
        readonly SetCiServiceBIntegrationBody: {
            /** @description Token with which the service signs in to the CI service. */
            readonly token: string;
            /**
             * Format: uri
             * @description URL at which the service reaches the CI service.
             */
            readonly server_url: string;
            /**
             * @description Whether the TLS certificate of the CI service is checked. Defaults to true.
             * @default true
             */
            readonly enable_ssl_verification?: boolean;
            /** @description Whether the CI service receives pushes to branches. */
            readonly push_events?: boolean;
            /** @description Whether the CI service receives events of merge requests. */
            readonly merge_requests_events?: boolean;
            /** @description Whether the CI service receives pushes of tags. */
            readonly tag_push_events?: boolean;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to chat C, with its settings. */
        readonly ChatCIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of chat C, beside the kinds of events. */
            readonly properties?: components["schemas"]["ChatCSettings"];
        };
        /** @description Settings that connect a group to chat C. */
        readonly ChatCSettings: {
            /** @description Token of the bot that posts the messages. */
            readonly token?: string | null;
            /** @description Chat or channel that receives the messages, by its id or name; null if not set. */
            readonly room?: string | null;
            /** @description Custom API host of the chat; null for the public one. */
            readonly hostname?: string | null;
            /**
             * Format: int64
             * @description Id of the thread within the room that receives the messages; null for the room itself.
             */
            readonly thread?: number | null;
            /** @description Whether the chat is notified only of failed pipelines; null if not set. */
            readonly notify_only_broken_pipelines?: boolean | null;
            /** @description Whether the chat is notified only of pipelines whose status differs from the previous pipeline's; null if not set. */
            readonly notify_only_when_pipeline_status_changes?: boolean | null;
            /** @description Branches whose pushes and pipelines trigger notifications; null if the integration is not set up. */
            readonly branches_to_be_notified?: components["schemas"]["NotifiedBranches"] | null;
        };
        /** @description Settings that connect a group to chat C. Unlike those of other chats, they require all nine event flags. */
        readonly SetChatCIntegrationBody: {
            /** @description Token of the bot that posts the messages. */
            readonly token: string;
            /** @description Chat or channel that receives the messages, by its id or name. */
            readonly room: string;
            /** @description Whether the chat receives pushes to branches. */
            readonly push_events: boolean;
            /** @description Whether the chat receives events of issues. */
            readonly issues_events: boolean;
            /** @description Whether the chat receives events of confidential issues. */
            readonly confidential_issues_events: boolean;
            /** @description Whether the chat receives events of merge requests. */
            readonly merge_requests_events: boolean;
            /** @description Whether the chat receives pushes of tags. */
            readonly tag_push_events: boolean;
            /** @description Whether the chat receives comments. */
            readonly note_events: boolean;
            /** @description Whether the chat receives comments on confidential issues. */
            readonly confidential_note_events: boolean;
            /** @description Whether the chat receives status changes of pipelines. */
            readonly pipeline_events: boolean;
            /** @description Whether the chat receives created and changed wiki pages. */
            readonly wiki_page_events: boolean;
            /** @description Custom API host of the chat. Defaults to the public API of the chat. */
            readonly hostname?: string;
            /**
             * Format: int64
             * @description Id of the thread within the room that receives the messages. Defaults to the room itself.
             */
            readonly thread?: number;
            /** @description Whether the chat is notified only of failed pipelines. */
            readonly notify_only_broken_pipelines?: boolean;
            /** @description Whether the chat is notified only of pipelines whose status differs from the previous pipeline's. */
            readonly notify_only_when_pipeline_status_changes?: boolean;
            /**
             * @description Branches whose pushes and pipelines trigger notifications. Defaults to the default branch only.
             * @default default
             */
            readonly branches_to_be_notified?: components["schemas"]["NotifiedBranches"];
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to chat D, with its settings. */
        readonly ChatDIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of chat D, beside the kinds of events. */
            readonly properties?: components["schemas"]["ChatDSettings"];
        };
        /** @description Settings that connect a group to chat D. */
        readonly ChatDSettings: {
            /** @description Webhook of the chat that receives the messages. */
            readonly webhook?: string | null;
            /** @description Whether the chat is notified only of failed pipelines; null if not set. */
            readonly notify_only_broken_pipelines?: boolean | null;
            /** @description Whether the chat is notified only of pipelines whose status differs from the previous pipeline's; null if not set. */
            readonly notify_only_when_pipeline_status_changes?: boolean | null;
            /** @description Branches whose pushes and pipelines trigger notifications; null if the integration is not set up. */
            readonly branches_to_be_notified?: components["schemas"]["NotifiedBranches"] | null;
        };
        /** @description Settings that connect a group to chat D. */
        readonly SetChatDIntegrationBody: {
            /** @description Webhook of the chat that receives the messages. */
            readonly webhook: string;
            /** @description Whether the chat is notified only of failed pipelines. */
            readonly notify_only_broken_pipelines?: boolean;
            /** @description Whether the chat is notified only of pipelines whose status differs from the previous pipeline's. */
            readonly notify_only_when_pipeline_status_changes?: boolean;
            /**
             * @description Branches whose pushes and pipelines trigger notifications. Defaults to the default branch only.
             * @default default
             */
            readonly branches_to_be_notified?: components["schemas"]["NotifiedBranches"];
            /** @description Whether the chat receives pushes to branches. */
            readonly push_events?: boolean;
            /** @description Whether the chat receives events of issues. */
            readonly issues_events?: boolean;
            /** @description Whether the chat receives events of confidential issues. */
            readonly confidential_issues_events?: boolean;
            /** @description Whether the chat receives events of merge requests. */
            readonly merge_requests_events?: boolean;
            /** @description Whether the chat receives pushes of tags. */
            readonly tag_push_events?: boolean;
            /** @description Whether the chat receives comments. */
            readonly note_events?: boolean;
            /** @description Whether the chat receives comments on confidential issues. */
            readonly confidential_note_events?: boolean;
            /** @description Whether the chat receives status changes of pipelines. */
            readonly pipeline_events?: boolean;
            /** @description Whether the chat receives created and changed wiki pages. */
            readonly wiki_page_events?: boolean;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to chat E, with its settings. */
        readonly ChatEIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of chat E, beside the kinds of events. */
            readonly properties?: components["schemas"]["ChatESettings"];
        };
        /** @description Settings that connect a group to chat E. */
        readonly ChatESettings: {
            /** @description Webhook of the chat space that receives the messages. */
            readonly webhook?: string | null;
            /** @description Whether the chat is notified only of failed pipelines; null if not set. */
            readonly notify_only_broken_pipelines?: boolean | null;
            /** @description Whether the chat is notified only of pipelines whose status differs from the previous pipeline's; null if not set. */
            readonly notify_only_when_pipeline_status_changes?: boolean | null;
            /** @description Branches whose pushes and pipelines trigger notifications; null if the integration is not set up. */
            readonly branches_to_be_notified?: components["schemas"]["NotifiedBranches"] | null;
        };
        /** @description Settings that connect a group to chat E. */
        readonly SetChatEIntegrationBody: {
            /** @description Webhook of the chat space that receives the messages. */
            readonly webhook: string;
            /** @description Whether the chat is notified only of failed pipelines. */
            readonly notify_only_broken_pipelines?: boolean;
            /** @description Whether the chat is notified only of pipelines whose status differs from the previous pipeline's. */
            readonly notify_only_when_pipeline_status_changes?: boolean;
            /**
             * @description Branches whose pushes and pipelines trigger notifications. Defaults to the default branch only.
             * @default default
             */
            readonly branches_to_be_notified?: components["schemas"]["NotifiedBranches"];
            /** @description Whether the chat receives pushes to branches. */
            readonly push_events?: boolean;
            /** @description Whether the chat receives events of issues. */
            readonly issues_events?: boolean;
            /** @description Whether the chat receives events of confidential issues. */
            readonly confidential_issues_events?: boolean;
            /** @description Whether the chat receives events of merge requests. */
            readonly merge_requests_events?: boolean;
            /** @description Whether the chat receives pushes of tags. */
            readonly tag_push_events?: boolean;
            /** @description Whether the chat receives comments. */
            readonly note_events?: boolean;
            /** @description Whether the chat receives comments on confidential issues. */
            readonly confidential_note_events?: boolean;
            /** @description Whether the chat receives status changes of pipelines. */
            readonly pipeline_events?: boolean;
            /** @description Whether the chat receives created and changed wiki pages. */
            readonly wiki_page_events?: boolean;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /** @description The connection of a group to issue tracker C, with its settings. */
        readonly IssueTrackerCIntegration: components["schemas"]["GroupIntegration"] & {
            /** @description Settings of issue tracker C, beside the kinds of events. */
            readonly properties?: components["schemas"]["IssueTrackerCSettings"];
        };
        /** @description Settings that connect a group to issue tracker C. */
        readonly IssueTrackerCSettings: {
            /** @description URL pattern for links to issues in issue tracker C; null if not set. */
            readonly issues_url?: string | null;
            /**
             * Format: uri
             * @description URL of the project's page in issue tracker C; null if not set.
             */
            readonly project_url?: string | null;
        };
        /** @description Settings that connect a group to issue tracker C. */
        readonly SetIssueTrackerCIntegrationBody: {
            /** @description URL pattern for links to issues in issue tracker C. */
            readonly issues_url: string;
            /**
             * Format: uri
             * @description URL of the project's page in issue tracker C.
             */
            readonly project_url: string;
            /**
             * @description Whether the group takes the settings of its parent group or the instance instead of having its own.
             * @default false
             */
            readonly use_inherited_settings?: boolean;
        };
        /**
         * @description Relation of the caller to the listed groups.
         * @enum {string}
         */
        readonly GroupScope: "owned" | "member" | "available";
        /**
         * @description Minimum role of the caller in a group, for filters.
         * @enum {unknown}
         */
        readonly MinAccessLevelFilter: 5 | 10 | 15 | 20 | 25 | 30 | 40 | 50;
        /**
         * @description Maximum role that members of an invited group get in the shared one.
         * @enum {unknown}
         */
        readonly GroupShareAccessLevelInput: 5 | 10 | 15 | 20 | 25 | 30 | 40 | 50;
        /**
         * @description Attributes by which a list of groups can be ordered.
         * @enum {string}
         */
        readonly GroupOrderField: "name" | "path" | "id" | "similarity";
        /**
         * @description Protocols for Git access to the repositories of a group.
         * @enum {string}
         */
        readonly GroupGitAccessProtocol: "ssh" | "http" | "all";
        /**
         * @description Minimum role for creating projects in a group.
         * @enum {string}
         */
        readonly GroupProjectCreationLevel: "noone" | "maintainer" | "developer";
        /**
         * @description Minimum role for creating subgroups in a group.
         * @enum {string}
         */
        readonly GroupSubgroupCreationLevel: "owner" | "maintainer";
        /**
         * @description Whether projects and subgroups of a group may use instance runners.
         * @enum {string}
         */
        readonly GroupSharedRunnersSetting: "enabled" | "disabled_and_overridable" | "disabled_and_unoverridable" | "disabled_with_override";
        /**
         * @description Users who may access the wiki of a group.
         * @enum {string}
         */
        readonly GroupWikiAccessLevel: "disabled" | "private" | "enabled";
        /**
         * @description Availability of the AI assistant in a group.
         * @enum {string}
         */
        readonly AssistantAvailability: "default_on" | "default_off" | "never_on";
        /** @description The attributes of a group that every response contains. The storage figures come only where they were asked for, by an administrator. */
        readonly GroupAttributes: {
            /**
             * Format: int64
             * @description Numeric id of the group, unique on the instance.
             */
            readonly id?: number;
            /** @description Name of the group, without its ancestor groups. */
            readonly name?: string;
            /** @description Last segment of the group's full path, unique in its parent group. */
            readonly path?: string;
            /** @description Free text about the group. */
            readonly description?: string;
            /** @description Users who may see the group. */
            readonly visibility?: components["schemas"]["Visibility"];
            /**
             * Format: uri
             * @description URL of the group's avatar; null if the group has none.
             */
            readonly avatar_url?: string;
            /**
             * Format: uri
             * @description URL of the group's page.
             */
            readonly web_url?: string;
            /** @description Whether users may request access to the group. */
            readonly request_access_enabled?: boolean;
            /** @description Name of the storage that contains the group's repositories. */
            readonly repository_storage?: string;
            /** @description Name of the group, preceded by the names of its ancestor groups. */
            readonly full_name?: string;
            /** @description Path of the group with its ancestor groups, separated by slashes: the full path that inputs accept. */
            readonly full_path?: string;
            /**
             * Format: int64
             * @description Id of the project that holds file templates for the group.
             */
            readonly file_template_project_id?: number;
            /**
             * Format: int64
             * @description Id of the group right above; null for a top-level group.
             */
            readonly parent_id?: number | null;
            /**
             * Format: date-time
             * @description Time when the group was created.
             */
            readonly created_at?: string;
            /** @description IP addresses or subnets from which the group may be used; null if it may be used from anywhere. */
            readonly ip_restriction_ranges?: string | null;
            /** @description Whether projects of the group cannot be shared with other groups. */
            readonly share_with_group_lock?: boolean;
            /** @description Whether members must use two-factor authentication. */
            readonly require_two_factor_authentication?: boolean;
            /** @description Hours within which members must set up two-factor authentication. */
            readonly two_factor_grace_period?: number;
            /** @description Minimum role for creating projects in the group. */
            readonly project_creation_level?: components["schemas"]["GroupProjectCreationLevel"];
            /** @description Whether projects without a CI/CD configuration run the Auto DevOps pipeline; null if the group inherits the setting. */
            readonly auto_devops_enabled?: boolean | null;
            /** @description Minimum role for creating subgroups. */
            readonly subgroup_creation_level?: components["schemas"]["GroupSubgroupCreationLevel"];
            /**
             * @deprecated
             * @description Whether email notifications are off for the group; null if it leaves that to the group above.
             */
            readonly emails_disabled?: boolean | null;
            /** @description Whether email notifications are enabled for the group; null if the group inherits the setting. */
            readonly emails_enabled?: boolean | null;
            /** @description Whether mentions of the group send no notifications; null if never set. */
            readonly mentions_disabled?: boolean | null;
            /** @description Whether projects of the group may use Git LFS. */
            readonly lfs_enabled?: boolean;
            /** @description Name of the default branch of new projects; null if the instance's setting applies. */
            readonly default_branch?: string | null;
            /**
             * @deprecated
             * @description How strongly the default branch of new projects is protected, as a number from 0 (not at all) upwards.
             */
            readonly default_branch_protection?: number;
            /** @description Protection of the default branch of new projects. */
            readonly default_branch_protection_defaults?: components["schemas"]["DefaultBranchProtection"];
            /** @description Storage use of the group. Only lists of groups contain it. Administrators only; null otherwise. */
            readonly statistics?: components["schemas"]["GroupStatistics"];
            /** @description Storage use of a top-level group with all its subgroups and projects. Only lists of groups contain it. Administrators only; null otherwise. */
            readonly root_storage_statistics?: components["schemas"]["GroupRootStorageStatistics"];
        };
        /** @description A group as lists give it, and with custom attributes where an administrator asked for them. */
        readonly GroupListItem: components["schemas"]["GroupAttributes"] & {
            /** @description Custom attributes of the group. Administrators only; null for others. */
            readonly custom_attributes?: readonly components["schemas"]["CustomAttribute"][];
        };
        /** @description A group with its settings, as the response to a change contains it. */
        readonly ChangedGroup: components["schemas"]["GroupAttributes"] & components["schemas"]["GroupSettings"];
        /** @description A group, which contains projects and subgroups. */
        readonly Group: components["schemas"]["GroupListItem"] & components["schemas"]["GroupSettings"];
        /** @description Settings of a group, which lists do not carry. */
        readonly GroupSettings: {
            /** @description Secret token for registering runners of the group. Administrators and Owners only; null for others. */
            readonly runners_token?: string;
            /** @description Protocols for Git access to the group's repositories. Administrators and Owners only; null for others. */
            readonly enabled_git_access_protocol?: components["schemas"]["GroupGitAccessProtocol"];
            /** @description Groups with which the group is shared, with the role of their members and the end of the access. */
            readonly shared_with_groups?: readonly components["schemas"]["GroupShare"][];
            /** @description Whether subgroups of the group cannot be shared with groups outside of it. Top-level groups only; null for others. */
            readonly prevent_sharing_groups_outside_hierarchy?: boolean;
            /** @description Whether merge requests of the group can be merged only if their pipeline succeeded. */
            readonly only_allow_merge_if_pipeline_succeeds?: boolean;
            /** @description Whether a skipped pipeline counts as successful. Only effective with `onlyAllowMergeIfPipelineSucceeds`. */
            readonly allow_merge_on_skipped_pipeline?: boolean;
            /** @description Whether merge requests of the group can be merged only if all their threads are resolved. */
            readonly only_allow_merge_if_all_discussions_are_resolved?: boolean;
            /** @description Whether users of the group may create personal snippets. Only the payload of `groupUpdate` is certain to contain it. */
            readonly allow_personal_snippets?: boolean;
            /**
             * @deprecated
             * @description Projects of the group, at most 100 of them.
             */
            readonly projects?: readonly components["schemas"]["Project"][];
            /**
             * @deprecated
             * @description Projects of other namespaces shared with the group, at most 100 of them.
             */
            readonly shared_projects?: readonly components["schemas"]["Project"][];
            /** @description Whether limits apply to the rendering of math in the group. */
            readonly math_rendering_limits_enabled?: boolean;
            /** @description Whether all subgroups must use the group's `mathRenderingLimitsEnabled`. */
            readonly lock_math_rendering_limits_enabled?: boolean;
            /** @description Compute minutes per month on instance runners; 0 for unlimited, null if inherited. Premium and Ultimate. */
            readonly shared_runners_minutes_limit?: number | null;
            /** @description Compute minutes purchased in addition to the monthly ones. Premium and Ultimate; null in other tiers. */
            readonly extra_shared_runners_minutes_limit?: number;
            /**
             * Format: date
             * @description Day on which the group was marked for deletion; null if it was not. Premium and Ultimate.
             */
            readonly marked_for_deletion_on?: string;
            /** @description Whether users cannot be added to projects of the group. Premium and Ultimate; null in other tiers. */
            readonly membership_lock?: boolean;
            /** @description Access to the group's wiki. Premium and Ultimate; null in other tiers. */
            readonly wiki_access_level?: components["schemas"]["GroupWikiAccessLevel"];
            /** @description Whether features of the AI assistant are enabled in the group. Premium and Ultimate; null in other tiers. */
            readonly assistant_features_enabled?: boolean;
            /** @description Whether all subgroups must use the group's `assistantFeaturesEnabled`. Premium and Ultimate; null in other tiers. */
            readonly lock_assistant_features_enabled?: boolean;
            /** @description Availability of the AI assistant, and whether subgroups can override it. Premium and Ultimate; null in other tiers. */
            readonly assistant_availability?: components["schemas"]["AssistantAvailability"];
            /** @description Whether experimental and beta features are enabled in the group. Premium and Ultimate; null in other tiers. */
            readonly experiment_features_enabled?: boolean;
            /** @description Whether projects and subgroups may use instance runners; null if the response lacks it. */
            readonly shared_runners_setting?: components["schemas"]["GroupSharedRunnersSetting"];
            /** @description Maximum size of one job's artifacts in megabytes; null if the limit of the parent group or instance applies. */
            readonly max_artifacts_size?: number | null;
            /** @description Email domains that members' addresses must belong to; null if any domain is accepted. */
            readonly allowed_email_domains_list?: string | null;
            /** @description Whether projects of the group cannot be forked outside the group; null if never set. */
            readonly prevent_forking_outside_group?: boolean | null;
            /** @description Name of the sign-in provider at which members must authenticate again to use the group; null or empty if none is required. */
            readonly step_up_auth_required_oauth_provider?: string | null;
            /** @description Whether commits made in the web interface are signed; null if the service does not offer it. */
            readonly web_based_commit_signing_enabled?: boolean | null;
            /** @description Whether users who download more projects than the limit allows are banned from the group; null if the caller may not see it. */
            readonly auto_ban_user_on_excessive_projects_download?: boolean | null;
            /** @description Maximum number of different projects that a user may download in the interval before the user is reported; 0 for no limit; null if the caller may not see it. */
            readonly unique_project_download_limit?: number | null;
            /** @description Interval in which downloaded projects are counted, in seconds; null if the caller may not see it. */
            readonly unique_project_download_limit_interval_in_seconds?: number | null;
            /** @description Usernames of users to whom the download limit does not apply; null if the caller may not see them. */
            readonly unique_project_download_limit_allowlist?: readonly string[] | null;
            /** @description Ids of users who are notified when a user exceeds the download limit; null if the caller may not see them. */
            readonly unique_project_download_limit_alertlist?: readonly number[] | null;
            /**
             * Format: int64
             * @description Id of the group's organization; null if the service has no organizations.
             */
            readonly organization_id?: number | null;
            /** @description Whether tokens of the group's service accounts must have an expiry date; null if the service does not offer it. */
            readonly service_access_tokens_expiration_enforced?: boolean | null;
            /** @description Links to directory groups whose members get access to the group; null if the service uses no directory. */
            readonly ldap_group_links?: readonly components["schemas"]["GroupLdapLink"][] | null;
            /** @description Common name of the directory group that is synced with the group; null without directory sync. */
            readonly ldap_cn?: string | null;
            /** @description Role of members from the directory group of `ldapCn`; null without directory sync. */
            readonly ldap_access?: components["schemas"]["AccessLevel"] | null;
        };
        /** @description Link of a group to a directory group, whose members get access to the group. */
        readonly GroupLdapLink: {
            /** @description Common name of the directory group; null if `filter` selects the users. */
            readonly cn?: string | null;
            /** @description Role of the linked directory users in the group. */
            readonly group_access?: components["schemas"]["AccessLevel"];
            /** @description Name of the directory in the configuration of the service. */
            readonly provider?: string;
            /** @description Filter that selects users of the directory; null if `cn` selects a directory group. */
            readonly filter?: string | null;
        };
        /** @description Share of a group with an invited group, whose members get access to it. */
        readonly GroupShare: {
            /**
             * Format: int64
             * @description Numeric id of the invited group.
             */
            readonly group_id?: number;
            /** @description Name of the invited group. */
            readonly group_name?: string;
            /** @description Full path of the invited group. */
            readonly group_full_path?: string;
            /** @description Maximum role that members of the invited group get in the shared one. */
            readonly group_access_level?: components["schemas"]["AccessLevel"];
            /**
             * Format: date
             * @description Day on which the access ends; null for no end.
             */
            readonly expires_at?: string | null;
        };
        /** @description Protection of the default branch of new projects in a group. */
        readonly DefaultBranchProtection: {
            /** @description The roles that may push to the branch. */
            readonly allowed_to_push?: readonly components["schemas"]["DefaultBranchProtectionAccess"][];
            /** @description The roles that may merge into the branch. */
            readonly allowed_to_merge?: readonly components["schemas"]["DefaultBranchProtectionAccess"][];
            /** @description Whether users who may push may also force-push. */
            readonly allow_force_push?: boolean;
        };
        /** @description A role with a permission on a protected branch. */
        readonly DefaultBranchProtectionAccess: {
            /** @description Lowest role that has the permission on the branch; `NO_ACCESS` if no role has it. */
            readonly access_level?: components["schemas"]["AccessLevel"];
        };
        /** @description Storage use of a group, in bytes, by purpose. */
        readonly GroupStatistics: {
            /**
             * Format: int64
             * @description Total bytes used.
             */
            readonly storage_size?: number;
            /**
             * Format: int64
             * @description Bytes used by Git repositories.
             */
            readonly repository_size?: number;
            /**
             * Format: int64
             * @description Bytes used by wikis.
             */
            readonly wiki_size?: number;
            /**
             * Format: int64
             * @description Bytes used by Git LFS objects.
             */
            readonly lfs_objects_size?: number;
            /**
             * Format: int64
             * @description Bytes used by artifacts of jobs.
             */
            readonly job_artifacts_size?: number;
            /**
             * Format: int64
             * @description Bytes used by artifacts of pipelines.
             */
            readonly pipeline_artifacts_size?: number;
            /**
             * Format: int64
             * @description Bytes used by the package registry.
             */
            readonly packages_size?: number;
            /**
             * Format: int64
             * @description Bytes used by project snippets.
             */
            readonly snippets_size?: number;
            /**
             * Format: int64
             * @description Bytes used by uploaded files.
             */
            readonly uploads_size?: number;
        };
        /** @description Storage use of a top-level group with all its subgroups and projects, in bytes, by purpose. */
        readonly GroupRootStorageStatistics: {
            /**
             * Format: int64
             * @description Bytes used by artifacts of jobs.
             */
            readonly build_artifacts_size?: number;
            /**
             * Format: int64
             * @description Bytes used by container images; null unless the registry uses the metadata database.
             */
            readonly container_registry_size?: number;
            /** @description Whether the size of the container images is an estimate (true) or exact (false); null unless the registry uses the metadata database. */
            readonly container_registry_size_is_estimated?: boolean;
            /**
             * Format: int64
             * @description Bytes used by images that the dependency proxy cached.
             */
            readonly dependency_proxy_size?: number;
            /**
             * Format: int64
             * @description Bytes used by Git LFS objects.
             */
            readonly lfs_objects_size?: number;
            /**
             * Format: int64
             * @description Bytes used by the package registry.
             */
            readonly packages_size?: number;
            /**
             * Format: int64
             * @description Bytes used by artifacts of pipelines.
             */
            readonly pipeline_artifacts_size?: number;
            /**
             * Format: int64
             * @description Bytes used by Git repositories.
             */
            readonly repository_size?: number;
            /**
             * Format: int64
             * @description Bytes used by project snippets.
             */
            readonly snippets_size?: number;
            /**
             * Format: int64
             * @description Total bytes used.
             */
            readonly storage_size?: number;
            /**
             * Format: int64
             * @description Bytes used by uploaded files.
             */
            readonly uploads_size?: number;
            /**
             * Format: int64
             * @description Bytes used by wikis.
             */
            readonly wiki_size?: number;
        };
        /** @description Settings of a group to change; what is absent stays as it is. */
        readonly UpdateGroupBody: {
            /** @description New name of the group, without its ancestor groups. */
            readonly name?: string;
            /** @description New last segment of the group's path. It changes the URLs of the group and its projects. */
            readonly path?: string;
            /** @description Free text about the group; empty for none. */
            readonly description?: string;
            /** @description Name of the default branch of new projects. */
            readonly default_branch?: string;
            /** @description Protocols for Git access to the group's repositories. */
            readonly enabled_git_access_protocol?: components["schemas"]["GroupGitAccessProtocol"];
            /** @description Minimum role for creating projects in the group. */
            readonly project_creation_level?: components["schemas"]["GroupProjectCreationLevel"];
            /** @description Minimum role for creating subgroups. */
            readonly subgroup_creation_level?: components["schemas"]["GroupSubgroupCreationLevel"];
            /** @description New visibility of the group. */
            readonly visibility?: components["schemas"]["Visibility"];
            /** @description Whether projects and subgroups may use instance runners. */
            readonly shared_runners_setting?: components["schemas"]["GroupSharedRunnersSetting"];
            /** @description Name of the sign-in provider at which members must authenticate again to use the group; empty disables it. */
            readonly step_up_auth_required_oauth_provider?: string;
            /** @description Access to the group's wiki. Premium and Ultimate. */
            readonly wiki_access_level?: components["schemas"]["GroupWikiAccessLevel"];
            /** @description Availability of the AI assistant, and whether subgroups can override it. Premium and Ultimate. */
            readonly assistant_availability?: components["schemas"]["AssistantAvailability"];
            /** @description All IP addresses or subnets from which the group may be used. */
            readonly ip_restriction_ranges?: string;
            /** @description All email domains that members' addresses may belong to. */
            readonly allowed_email_domains_list?: string;
            /** @description Whether projects without a CI/CD configuration run the Auto DevOps pipeline. */
            readonly auto_devops_enabled?: boolean;
            /**
             * @deprecated
             * @description Whether email notifications are off for the group.
             */
            readonly emails_disabled?: boolean;
            /** @description Whether email notifications are enabled for the group. */
            readonly emails_enabled?: boolean;
            /** @description Whether projects of the group may use Git LFS. */
            readonly lfs_enabled?: boolean;
            /** @description Whether mentions of the group send no notifications. */
            readonly mentions_disabled?: boolean;
            /** @description Whether subgroups of the group cannot be shared with groups outside of it. Top-level groups only. */
            readonly prevent_sharing_groups_outside_hierarchy?: boolean;
            /** @description Whether users may request access to the group. */
            readonly request_access_enabled?: boolean;
            /** @description Whether members must use two-factor authentication. */
            readonly require_two_factor_authentication?: boolean;
            /** @description Whether projects of the group cannot be shared with other groups. */
            readonly share_with_group_lock?: boolean;
            /** @description Whether users cannot be added to projects of the group. Premium and Ultimate. */
            readonly membership_lock?: boolean;
            /** @description Whether projects of the group cannot be forked outside the group. */
            readonly prevent_forking_outside_group?: boolean;
            /** @description Whether users who download more projects than the limit allows are banned from the group. */
            readonly auto_ban_user_on_excessive_projects_download?: boolean;
            /** @description Whether experimental and beta features are enabled in the group. Premium and Ultimate. */
            readonly experiment_features_enabled?: boolean;
            /** @description Whether limits apply to the rendering of math in the group. */
            readonly math_rendering_limits_enabled?: boolean;
            /** @description Whether all subgroups must use the group's `mathRenderingLimitsEnabled`. */
            readonly lock_math_rendering_limits_enabled?: boolean;
            /** @description Whether features of the AI assistant are enabled in the group. Premium and Ultimate. */
            readonly assistant_features_enabled?: boolean;
            /** @description Whether all subgroups must use the group's `assistantFeaturesEnabled`. Premium and Ultimate. */
            readonly lock_assistant_features_enabled?: boolean;
            /** @description Whether commits made in the web interface are signed. Top-level groups of the hosted service only; not ready for production. */
            readonly web_based_commit_signing_enabled?: boolean;
            /** @description Whether merge requests of the group can be merged only if their pipeline succeeded. */
            readonly only_allow_merge_if_pipeline_succeeds?: boolean;
            /** @description Whether a skipped pipeline counts as successful. Only effective with `onlyAllowMergeIfPipelineSucceeds`. */
            readonly allow_merge_on_skipped_pipeline?: boolean;
            /** @description Whether merge requests of the group can be merged only if all their threads are resolved. */
            readonly only_allow_merge_if_all_discussions_are_resolved?: boolean;
            /** @description Whether users of the group may create personal snippets. */
            readonly allow_personal_snippets?: boolean;
            /**
             * @deprecated
             * @description How strongly the default branch of new projects is protected, as a number from 0 (not at all) upwards.
             */
            readonly default_branch_protection?: number;
            /** @description Hours within which members must set up two-factor authentication. */
            readonly two_factor_grace_period?: number;
            /**
             * Format: int64
             * @description Id of the project that holds file templates for the group.
             */
            readonly file_template_project_id?: number;
            /** @description Compute minutes in addition to the monthly ones. Administrators only. */
            readonly extra_shared_runners_minutes_limit?: number;
            /** @description Compute minutes per month on instance runners; 0 means unlimited. Administrators only. */
            readonly shared_runners_minutes_limit?: number | null;
            /** @description Maximum number of different projects that a user may download in the interval, from 0 (no limit) to 10,000. */
            readonly unique_project_download_limit?: number;
            /** @description Interval in which downloaded projects are counted, in seconds, from 0 to 864,000 (10 days). */
            readonly unique_project_download_limit_interval_in_seconds?: number;
            /** @description Maximum size of one job's artifacts in megabytes. */
            readonly max_artifacts_size?: number;
            /** @description Empty text removes the group's picture. A new one is uploaded as a file. */
            readonly avatar?: string;
            /** @description Protection of the default branch of new projects. */
            readonly default_branch_protection_defaults?: components["schemas"]["UpdateGroupDefaultBranchProtection"];
            /** @description All users to whom the download limit does not apply, at most 100, by username. */
            readonly unique_project_download_limit_allowlist?: readonly string[];
            /** @description All users who are notified when a user exceeds the download limit, at most 100, as global ids or numeric ids. */
            readonly unique_project_download_limit_alertlist?: readonly number[];
        };
        /** @description Protection to set for the default branch of new projects in a group. */
        readonly UpdateGroupDefaultBranchProtection: {
            /** @description The roles that may push to the branch. */
            readonly allowed_to_push?: readonly components["schemas"]["UpdateGroupDefaultBranchProtectionAccess"][];
            /** @description The roles that may merge into the branch. */
            readonly allowed_to_merge?: readonly components["schemas"]["UpdateGroupDefaultBranchProtectionAccess"][];
            /** @description Whether users who may push may also force-push. */
            readonly allow_force_push?: boolean;
        };
        /** @description A role that gets a permission on a protected branch. */
        readonly UpdateGroupDefaultBranchProtectionAccess: {
            /** @description Lowest role that has the permission on the branch. */
            readonly access_level: components["schemas"]["AccessLevel"];
        };
        /** @description A new picture for a group. */
        readonly UploadGroupAvatarBody: {
            /**
             * Format: binary
             * @description Picture file that replaces the present one.
             */
            readonly avatar: string;
        };
        /** @description Which group to share with, and how far. */
        readonly ShareGroupBody: {
            /**
             * Format: int64
             * @description Id of the group whose members get access.
             */
            readonly group_id: number;
            /** @description Maximum role that members of the invited group get in the shared one. */
            readonly group_access: components["schemas"]["GroupShareAccessLevelInput"];
            /**
             * Format: date
             * @description Day on which the access ends. Defaults to no end.
             */
            readonly expires_at?: string;
            /**
             * Format: int64
             * @description Id of a custom role to give instead; the role given must be the one that it is based on.
             */
            readonly member_role_id?: number;
        };
        /** @description A personal access token of an enterprise user, in the credential inventory of the group that manages the user. */
        readonly ManagedToken: {
            /**
             * Format: int64
             * @description Numeric id of the token, unique on the instance.
             */
            readonly id?: number;
            /** @description Name of the token, chosen by the user. */
            readonly name?: string;
            /** @description Whether the token was revoked and is no longer valid. */
            readonly revoked?: boolean;
            /**
             * Format: date-time
             * @description Time when the token was created.
             */
            readonly created_at?: string;
            /** @description Purpose of the token as free text; null if none exists. */
            readonly description?: string | null;
            /** @description Scopes of the token, such as `api`, `read_user` or `read_repository`. */
            readonly scopes?: readonly string[];
            /**
             * Format: int64
             * @description Id of the user whom the token acts for.
             */
            readonly user_id?: number;
            /**
             * Format: date-time
             * @description Time when the token was last used; null if it never was.
             */
            readonly last_used_at?: string | null;
            /** @description Whether the token is valid, that is, neither revoked nor expired. */
            readonly active?: boolean;
            /**
             * Format: date
             * @description Day on which the token expires; null if it does not.
             */
            readonly expires_at?: string | null;
        };
        /**
         * @description Status of the import of a project.
         * @enum {string}
         */
        readonly ImportStatus: "none" | "scheduled" | "started" | "finished" | "failed" | "canceled";
        /** @description A project that an import from another host fills. */
        readonly ImportedProject: {
            /**
             * Format: int64
             * @description Numeric id of the imported project.
             */
            readonly id?: number;
            /** @description Name of the project, without its namespace. */
            readonly name?: string;
            /** @description Current status of the import. */
            readonly import_status?: components["schemas"]["ImportStatus"];
        };
        /** @description Details of an import that only the payload of its start or cancellation contains. */
        readonly CanceledImportDetails: {
            /** @description Full path of the project, with its namespace. */
            readonly full_path?: string;
            /** @description Name of the project, preceded by the names of its ancestor groups. */
            readonly full_name?: string;
            /** @description Imported repository on the source host. */
            readonly import_source?: string;
            /** @description Human-readable status of the import. */
            readonly human_import_status_name?: string;
            /** @description URL of the imported repository on the source host. */
            readonly provider_link?: string;
        };
        /** @description Details of an import that only the payload of its start or cancellation contains. */
        readonly ImportDetails: components["schemas"]["CanceledImportDetails"] & {
            /**
             * Format: uri
             * @description URL of the branches and tags of the project; null after a cancellation.
             */
            readonly refs_url?: string;
            /** @description Relation of the caller to the repository on the source host; null if that host does not report it, and after a cancellation. */
            readonly relation_type?: string | null;
            /** @description Warning that did not prevent the start of the import; null if none exists. */
            readonly import_warning?: string | null;
        };
        /** @description A project whose import from another host is canceled. */
        readonly CanceledImport: components["schemas"]["ImportedProject"] & components["schemas"]["CanceledImportDetails"];
        /** @description A new project that an import from another host fills. */
        readonly ImportResult: components["schemas"]["ImportedProject"] & components["schemas"]["ImportDetails"];
        /** @description The import of a project from another host. It runs in the background: poll or subscribe until its status is `FINISHED`, `FAILED` or `CANCELED`. */
        readonly ProjectImport: {
            /**
             * Format: int64
             * @description Numeric id of the imported project.
             */
            readonly id?: number;
            /** @description Name of the project, without its namespace. */
            readonly name?: string;
            /** @description Last segment of the project's full path, unique in its namespace. */
            readonly path?: string;
            /** @description Path of the project with its namespace, separated by slashes: the full path that inputs accept. */
            readonly path_with_namespace?: string;
            /**
             * Format: date-time
             * @description Time when the project was created.
             */
            readonly created_at?: string;
            /** @description Current status of the import. */
            readonly import_status?: components["schemas"]["ImportStatus"];
            /** @description Reason why the import failed; null unless it failed. */
            readonly import_error?: string | null;
            /** @description Records that could not be imported, as the service describes them; empty if there were none. */
            readonly failed_relations?: readonly {
                readonly [key: string]: unknown;
            }[];
        };
        /**
         * @description Behavior of an import if one of its stages takes too long.
         * @enum {string}
         */
        readonly ImportTimeoutStrategyInput: "optimistic" | "pessimistic";
        /** @description Optional parts of the import of a repository on host A. */
        readonly ImportOptionalStages: {
            /** @description Whether to import attachments, such as images in comments. */
            readonly attachments_import?: boolean;
            /** @description Whether to import direct collaborators of the repository who are not outside collaborators. */
            readonly collaborators_import?: boolean;
            /** @description Whether to import comments with an alternative method that is more complete. */
            readonly single_endpoint_notes_import?: boolean;
        };
        /** @description Repository on host A to import, and the namespace to import it to. */
        readonly ImportFromHostABody: {
            /** @description Access token of the caller on host A. */
            readonly personal_access_token: string;
            /**
             * Format: int64
             * @description Id of the repository on host A.
             */
            readonly repo_id: number;
            /** @description Full path of the group or personal namespace of the new project, such as `namespace/subgroup`, or the global id of a group. It must be the caller's own namespace, or an existing group of which the caller is a Maintainer or Owner. */
            readonly target_namespace: string;
            /** @description Host name of an enterprise instance of host A. Omit it for the public host. */
            readonly source_hostname?: string;
            /** @description Name of the new project and its path. Defaults to that of the source. */
            readonly new_name?: string;
            /** @description Optional parts of the repository to import. */
            readonly optional_stages?: components["schemas"]["ImportOptionalStages"];
            /**
             * @description Number of items in each request to host A. Defaults to 100.
             * @default 100
             */
            readonly pagination_limit?: number;
            /**
             * @description Behavior if a stage of the import takes too long. Defaults to `PESSIMISTIC`.
             * @default pessimistic
             */
            readonly timeout_strategy?: components["schemas"]["ImportTimeoutStrategyInput"];
        };
        /** @description Which import from host A to cancel. */
        readonly CancelHostAImportBody: {
            /**
             * Format: int64
             * @description Numeric id of the imported project.
             */
            readonly project_id: number;
        };
        /** @description Whose gists to import from host A. */
        readonly ImportHostAGistsBody: {
            /** @description Access token on host A of the user whose gists are imported. */
            readonly personal_access_token: string;
        };
        /** @description Repository on server B to import, and the namespace to import it to. */
        readonly ImportFromServerBBody: {
            /** @description Key of the project on server B that contains the repository. */
            readonly server_project_key: string;
            /** @description Name of the repository on server B. */
            readonly server_repo: string;
            /**
             * Format: uri
             * @description URL of server B, including the scheme.
             */
            readonly server_url: string;
            /** @description Username of the caller on server B. */
            readonly server_username: string;
            /** @description Access token or password of the caller on server B. */
            readonly personal_access_token: string;
            /** @description Name of the new project and its path. Defaults to that of the source. */
            readonly new_name?: string;
            /** @description Full path of the group or personal namespace of the new project, or the global id of a group. Defaults to the caller's own namespace; any other must be an existing group of which the caller is a Maintainer or Owner. */
            readonly target_namespace?: string;
            /**
             * @description Behavior if a stage of the import takes too long. Defaults to `PESSIMISTIC`.
             * @default pessimistic
             */
            readonly timeout_strategy?: components["schemas"]["ImportTimeoutStrategyInput"];
        };
        /** @description Repository on cloud C to import, and the namespace to import it to. */
        readonly ImportFromCloudCBody: {
            /** @description Access token of the caller on cloud C, with scopes to read the repository, pull requests, issues and wiki. */
            readonly cloud_api_token: string;
            /**
             * Format: email
             * @description Email address of the account on cloud C that owns the token.
             */
            readonly cloud_email: string;
            /** @description Path of the repository on cloud C, including its workspace. */
            readonly repo_path: string;
            /** @description Full path of the group or personal namespace of the new project, such as `namespace/subgroup`, or the global id of a group. It must be the caller's own namespace, or an existing group of which the caller is a Maintainer or Owner. */
            readonly target_namespace: string;
            /** @description Name of the new project and its path. Defaults to that of the source. */
            readonly new_name?: string;
        };
        /** @description An invitation to a group or project that has not been accepted yet. */
        readonly Invitation: {
            /**
             * Format: int64
             * @description Numeric id of the invitation. Inputs accept its global id instead.
             */
            readonly id?: number;
            /**
             * Format: email
             * @description Email address to which the invitation was sent.
             */
            readonly invite_email?: string;
            /**
             * Format: date-time
             * @description Time when the invitation was created.
             */
            readonly created_at?: string;
            /** @description Role that the invited person gets on acceptance. */
            readonly access_level?: components["schemas"]["AccessLevel"];
            /**
             * Format: date-time
             * @description Time when the membership ends; null for no end.
             */
            readonly expires_at?: string;
            /** @description Display name of the invited person; null if the address belongs to no user. */
            readonly user_name?: string;
            /** @description Display name of the user who created the invitation. */
            readonly created_by_name?: string;
        };
        /** @description Results of the invitations of one call. */
        readonly InvitationResult: {
            /** @description Whether the invitations were accepted for delivery, or at least one of them was refused. */
            readonly status?: components["schemas"]["InvitationStatus"];
            /** @description Reason of each refusal by email address or username; only for the ones that were refused. */
            readonly message?: {
                readonly [key: string]: string;
            };
            /** @description Explanation by username for each user who becomes a member only once an administrator approves. Only where role promotions need approval. */
            readonly queued_users?: {
                readonly [key: string]: string;
            };
        };
        /**
         * @description Outcome of a call that sends invitations.
         * @enum {string}
         */
        readonly InvitationStatus: "success" | "error";
        /** @description The attributes of an invitation in the response to a change. */
        readonly InvitationUpdate: {
            /**
             * Format: date-time
             * @description Time at which the membership will end, after the change; null if it does not end by itself.
             */
            readonly expires_at?: string;
            /** @description Role that the invited person gets on accepting, after the change. */
            readonly access_level?: components["schemas"]["AccessLevel"];
        };
        /** @description Whom to invite to a group, and as what. */
        readonly CreateGroupInvitationBody: {
            /** @description Email address to invite, or several joined by commas. Each gets an invitation by email. */
            readonly email?: string;
            /** @description Id of the user to invite, or several ids joined by commas. */
            readonly user_id?: number | string;
            /**
             * @description Role that the invited members get, any level from no access (0) to Owner (50). Defaults to Developer (30).
             * @default 30
             */
            readonly access_level: components["schemas"]["AccessLevel"];
            /**
             * Format: date
             * @description Day on which the membership ends. Defaults to no end.
             */
            readonly expires_at?: string;
            /** @description Free text on the source of the invitation, for statistics of the service. */
            readonly invite_source?: string;
            /**
             * Format: int64
             * @description Custom member role that the invited members get on top of the access level. Ultimate only.
             */
            readonly member_role_id?: number;
        };
        /** @description Changes to a pending invitation to a group. */
        readonly UpdateGroupInvitationBody: {
            /**
             * @description Role that the invited member gets. Every role is accepted, from `NO_ACCESS` to `OWNER`.
             * @default 30
             */
            readonly access_level?: components["schemas"]["AccessLevel"];
            /**
             * Format: date-time
             * @description Time when the membership ends, a date-time rather than a date as in `invitationCreate`.
             */
            readonly expires_at?: string | null;
        };
        /** @description Whom to invite to a project, and as what. */
        readonly CreateProjectInvitationBody: {
            /** @description Email address to invite, or several joined by commas. Each gets an invitation by email. */
            readonly email?: string;
            /** @description Id of the user to invite, or several ids joined by commas. */
            readonly user_id?: number | string;
            /**
             * @description Role that the invited members get, any level from no access (0) to Owner (50). Defaults to Developer (30).
             * @default 30
             */
            readonly access_level: components["schemas"]["AccessLevel"];
            /**
             * Format: date
             * @description Day on which the membership ends. Defaults to no end.
             */
            readonly expires_at?: string;
            /** @description Free text on the source of the invitation, for statistics of the service. */
            readonly invite_source?: string;
            /**
             * Format: int64
             * @description Custom member role that the invited members get on top of the access level. Ultimate only.
             */
            readonly member_role_id?: number;
        };
        /** @description Changes to a pending invitation to a project. */
        readonly UpdateProjectInvitationBody: {
            /**
             * @description Role that the invited member gets. Every role is accepted, from `NO_ACCESS` to `OWNER`.
             * @default 30
             */
            readonly access_level?: components["schemas"]["AccessLevel"];
            /**
             * Format: date-time
             * @description Time when the membership ends, a date-time rather than a date as in `invitationCreate`.
             */
            readonly expires_at?: string | null;
        };
        /** @description User for whom a job runs, with the public profile. */
        readonly JobUser: components["schemas"]["UserSummary"] & {
            /**
             * Format: date-time
             * @description When the account was created.
             */
            readonly created_at?: string;
            /** @description Text of the user about themselves, empty or null if not set. */
            readonly bio?: string;
            /** @description Where the user says to be, empty or null when not given. */
            readonly location?: string;
            /**
             * Format: email
             * @description Email address that the user shows to everybody, empty or null when none is shown.
             */
            readonly public_email?: string;
            /** @description Account of the user on the first social service, empty or null when not given. */
            readonly profile_link_a?: string;
            /** @description Account of the user on the second social service, empty or null when not given. */
            readonly profile_link_b?: string;
            /**
             * Format: uri
             * @description Address of the website the user gives in the profile, empty or null when none.
             */
            readonly website_url?: string;
            /** @description Organization the user gives in the profile, empty or null when none. */
            readonly organization?: string;
            /** @description Job title the user gives in the profile, empty or null when none. */
            readonly job_title?: string;
            /** @description Pronouns the user gives in the profile, empty or null when none. */
            readonly pronouns?: string;
            /** @description Whether the account belongs to a program, such as the bot of an access token. */
            readonly bot?: boolean;
            /** @description Job title and organization in one line, empty or null when neither is given. */
            readonly work_information?: string;
            /** @description Number of users who follow this user. */
            readonly followers?: number;
            /** @description Number of users whom this user follows. */
            readonly following?: number;
            /** @description Time of day in the time zone of the user, null if the zone is not given. */
            readonly local_time?: string;
        };
        /** @description Commit for which a job runs. */
        readonly JobCommit: {
            /** @description Full SHA of the commit. */
            readonly id?: string;
            /** @description Abbreviated SHA of the commit. */
            readonly short_id?: string;
            /**
             * Format: date-time
             * @description Time when the commit was created.
             */
            readonly created_at?: string;
            /** @description Full SHAs of the parent commits; several for a merge, none for the first commit. */
            readonly parent_ids?: readonly string[];
            /** @description First line of the commit message. */
            readonly title?: string;
            /** @description Full commit message, including the title. */
            readonly message?: string;
            /** @description Name of the author of the change. */
            readonly author_name?: string;
            /**
             * Format: email
             * @description Email address of the author of the change.
             */
            readonly author_email?: string;
            /**
             * Format: date-time
             * @description Time when the change was authored.
             */
            readonly authored_date?: string;
            /** @description Name of the person who committed the change. */
            readonly committer_name?: string;
            /**
             * Format: email
             * @description Email address of the person who committed the change.
             */
            readonly committer_email?: string;
            /**
             * Format: date-time
             * @description Time when the change was committed.
             */
            readonly committed_date?: string;
            /** @description Trailers of the commit message by key, such as `Signed-off-by`; empty if none exist. */
            readonly trailers?: {
                readonly [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description URL of the commit's page.
             */
            readonly web_url?: string;
        };
        /**
         * @description Current status of a job.
         * @enum {string}
         */
        readonly JobStatus: "created" | "waiting_for_resource" | "preparing" | "pending" | "running" | "canceling" | "success" | "failed" | "canceled" | "skipped" | "manual" | "scheduled";
        /** @description A job as every list of jobs shows it. */
        readonly JobAttributes: {
            /**
             * Format: int64
             * @description Numeric id of the job, unique on the instance.
             */
            readonly id?: number;
            /** @description Current status of the job. */
            readonly status?: components["schemas"]["JobStatus"];
            /** @description Stage of the pipeline to which the job belongs. */
            readonly stage?: string;
            /** @description Name of the job in the pipeline's configuration. */
            readonly name?: string;
            /** @description Branch or tag for which the job runs. */
            readonly ref?: string;
            /** @description Whether the job runs for a tag rather than a branch. */
            readonly tag?: boolean;
            /** @description Test coverage in percent that the job reported; null if it reported none. */
            readonly coverage?: number | null;
            /** @description Whether the pipeline may succeed although this job fails. */
            readonly allow_failure?: boolean;
            /**
             * Format: date-time
             * @description Time when the job was created.
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Time when a runner started the job; null until then.
             */
            readonly started_at?: string | null;
            /**
             * Format: date-time
             * @description Time when the job ended; null until then.
             */
            readonly finished_at?: string | null;
            /** @description Run time of the job in seconds; null before its start. */
            readonly duration?: number | null;
            /** @description Time in seconds that the job waited for a runner; null if unknown. */
            readonly queued_duration?: number | null;
            /** @description User who triggered the job. */
            readonly user?: components["schemas"]["JobUser"];
            /** @description Commit for which the job runs. */
            readonly commit?: components["schemas"]["JobCommit"];
            /**
             * Format: uri
             * @description URL of the job's page.
             */
            readonly web_url?: string;
            /** @description Tags that a runner must have to execute the job; null if the response lacks it. */
            readonly tag_list?: readonly string[] | null;
            /** @description Whether the job is too old to be retried; null if the response lacks it. */
            readonly archived?: boolean | null;
            /**
             * Format: date-time
             * @description Time when the artifacts of the job are deleted; null if the job has none or they do not expire.
             */
            readonly artifacts_expire_at?: string | null;
            /** @description Archive of the job's artifacts; null if it has none. */
            readonly artifacts_file?: components["schemas"]["JobArtifactsFile"];
            /** @description Files that the job produced, such as archive, log and reports; null if the response lacks it. */
            readonly artifacts?: readonly components["schemas"]["JobArtifact"][] | null;
            /** @description Runner that executes the job; null until one has taken it. */
            readonly runner?: components["schemas"]["RunnerSummary"];
        };
        /** @description Archive of the artifacts of a job. */
        readonly JobArtifactsFile: {
            /** @description Name of the archive, such as `artifacts.zip`. */
            readonly filename?: string;
            /**
             * Format: int64
             * @description Size of the archive in bytes.
             */
            readonly size?: number;
        };
        /** @description A file that a job produced. */
        readonly JobArtifact: {
            /** @description Kind of the file, such as `archive`, `metadata`, `trace` or `junit`; an open set. */
            readonly file_type?: string;
            /**
             * Format: int64
             * @description Size of the file in bytes.
             */
            readonly size?: number;
            /** @description Name of the file, such as `job.log`. */
            readonly filename?: string;
            /** @description Format of the file, such as `zip`, `gzip` or `raw`; an open set. Null if it has none. */
            readonly file_format?: string | null;
        };
        /** @description Pipeline of a job, as the jobs of a resource group show it. */
        readonly JobPipeline: {
            /**
             * Format: int64
             * @description Numeric id of the pipeline, unique on the instance.
             */
            readonly id?: number;
            /**
             * Format: int64
             * @description Number of the pipeline within its project.
             */
            readonly iid?: number;
            /**
             * Format: int64
             * @description Number of the project that the pipeline belongs to.
             */
            readonly project_id?: number;
            /** @description SHA of the commit for which the pipeline runs. */
            readonly sha?: string;
            /** @description Branch or tag for which the pipeline runs. */
            readonly ref?: string;
            /** @description Current status of the pipeline. */
            readonly status?: components["schemas"]["PipelineStatus"];
            /** @description Event that started the pipeline. An open set of words; `push`, `web` and `parent_pipeline` are known. */
            readonly source?: string;
            /**
             * Format: date-time
             * @description When the pipeline was created.
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description When the pipeline last changed.
             */
            readonly updated_at?: string;
            /**
             * Format: uri
             * @description Address of the pipeline's page in the web interface.
             */
            readonly web_url?: string;
        };
        /** @description A project as the jobs of a resource group show it. */
        readonly JobProject: {
            /** @description Whether the token of a job in this project may reach only the projects that the project allows. */
            readonly ci_job_token_scope_enabled?: boolean;
        };
        /** @description A colored label for issues and merge requests, as one project sees it. It belongs to the project or to an ancestor group. A group label is a separate object in each project, with the same `databaseId`; the next read of each shows a change. */
        readonly Label: {
            /**
             * Format: int64
             * @description Numeric id of the label, the same in each project that sees it, and after a promotion.
             */
            readonly id?: number;
            /** @description Name of the label, as displayed and in filters. */
            readonly name?: string;
            /** @description Background color in the form `#FFAABB`, even if a CSS color name was set. */
            readonly color?: string;
            /** @description Text color with contrast to `color`, in the same form. */
            readonly text_color?: string;
            /** @description Free text about the label; null if not described. */
            readonly description?: string | null;
            /** @description The description rendered as HTML; null if not described. */
            readonly description_html?: string | null;
            /** @description Number of open issues with the label. */
            readonly open_issues_count?: number;
            /** @description Number of closed issues with the label. */
            readonly closed_issues_count?: number;
            /** @description Number of open merge requests with the label. */
            readonly open_merge_requests_count?: number;
            /** @description Whether the caller is subscribed: notified of issues and merge requests that get the label. */
            readonly subscribed?: boolean;
            /** @description Priority of the label in the project; 0 is the highest. Null if it has none. */
            readonly priority?: number | null;
            /** @description Whether the label belongs to the project itself rather than to an ancestor group. */
            readonly is_project_label?: boolean;
            /** @description Whether the label is archived; null on instances without the feature. */
            readonly archived?: boolean;
        };
        /** @description A new label of a project. */
        readonly CreateLabelBody: {
            /** @description Name of the label, unique among the labels that the project sees. */
            readonly name: string;
            /** @description Background color as six hexadecimal digits with `#` (`#FFAABB`) or a CSS color name (`red`). */
            readonly color: string;
            /** @description Free text about the label. */
            readonly description?: string;
            /** @description Priority of the label in the project; 0 is the highest. Null for none. */
            readonly priority?: number | null;
            /**
             * @description Whether the label is archived from the start. Defaults to false.
             * @default false
             */
            readonly archived?: boolean;
        };
        /** @description Changes to a label. At least one member must be given. */
        readonly UpdateLabelBody: {
            /** @description New name of the label, unique among the labels that the project sees. */
            readonly new_name?: string;
            /** @description New background color as six hexadecimal digits with `#` (`#FFAABB`) or a CSS color name (`red`). */
            readonly color?: string;
            /** @description New free text about the label. */
            readonly description?: string;
            /** @description New priority in the project; 0 is the highest. */
            readonly priority?: number | null;
            /** @description True archives the label, false restores it. */
            readonly archived?: boolean;
        };
        /** @description A label, by its name or id, and what to change in it. */
        readonly UpdateLabelByNameBody: {
            /** @description Current name of the label to change. Required without `id`. */
            readonly name?: string;
            /** @description Global id, numeric id or current name of the label to change. Required without `name`. */
            readonly label_id?: number | string;
            /** @description New name of the label, unique among the labels that the project sees. */
            readonly new_name?: string;
            /** @description New background color as six hexadecimal digits with `#` (`#FFAABB`) or a CSS color name (`red`). */
            readonly color?: string;
            /** @description New free text about the label. */
            readonly description?: string;
            /** @description New priority in the project; 0 is the highest. */
            readonly priority?: number | null;
            /** @description True archives the label, false restores it. */
            readonly archived?: boolean;
        };
        /** @description The project label that is to become a group label. */
        readonly PromoteLabelByNameBody: {
            /** @description Exact name of the label to promote. */
            readonly name: string;
        };
        /** @description A custom role for members, which adds permissions to a base role. */
        readonly MemberRole: {
            /**
             * Format: int64
             * @description Numeric id of the role, for assigning it to members. `memberRoleDelete` requires the global id.
             */
            readonly id?: number;
            /** @description Display name of the role. */
            readonly name?: string;
            /** @description Purpose of the role as free text; null if none exists. */
            readonly description?: string | null;
            /**
             * Format: int64
             * @description Id of the root group that the role belongs to; null for a role of the whole instance.
             */
            readonly group_id?: number | null;
            /** @description Base role, whose permissions members with this role have, too; at least Guest (10). */
            readonly base_access_level?: components["schemas"]["AccessLevel"];
            /** @description Whether members with the role may view, create, change and delete CI/CD variables. */
            readonly admin_cicd_variables?: boolean;
            /** @description Whether members with the role may manage compliance frameworks. */
            readonly admin_compliance_framework?: boolean;
            /** @description Whether members with the role may add and remove members of a group, and assign roles to them. */
            readonly admin_group_member?: boolean;
            /** @description Whether members with the role may approve merge requests. */
            readonly admin_merge_request?: boolean;
            /** @description Whether members with the role may configure push rules of a group or project. */
            readonly admin_push_rules?: boolean;
            /** @description Whether members with the role may manage the infrastructure state kept with a project. */
            readonly admin_iac_state?: boolean;
            /** @description Whether members with the role may edit vulnerabilities, that is change their status and link issues to them. */
            readonly admin_vulnerability?: boolean;
            /** @description Whether members with the role may manage web hooks. */
            readonly admin_web_hook?: boolean;
            /** @description Whether members with the role may archive projects. */
            readonly archive_project?: boolean;
            /** @description Whether members with the role may manage deploy tokens. */
            readonly manage_deploy_tokens?: boolean;
            /** @description Whether members with the role may manage the access tokens of a group. */
            readonly manage_group_access_tokens?: boolean;
            /** @description Whether members with the role may change the merge request settings of a group or project. */
            readonly manage_merge_request_settings?: boolean;
            /** @description Whether members with the role may manage the access tokens of a project. */
            readonly manage_project_access_tokens?: boolean;
            /** @description Whether members with the role may link security policy projects. */
            readonly manage_security_policy_link?: boolean;
            /** @description Whether members with the role may read the source code of projects. */
            readonly read_code?: boolean;
            /** @description Whether members with the role may view the runners of a project. */
            readonly read_runners?: boolean;
            /** @description Whether members with the role may view the dependencies of a project. */
            readonly read_dependency?: boolean;
            /** @description Whether members with the role may view the vulnerabilities of a project. */
            readonly read_vulnerability?: boolean;
            /** @description Whether members with the role may delete a group, or restore a deleted one. */
            readonly remove_group?: boolean;
            /** @description Whether members with the role may delete a project. */
            readonly remove_project?: boolean;
            /** @description Whether members with the role may view, change and pause runners. Null if the service does not know this permission. */
            readonly admin_runners?: boolean;
        };
        /**
         * @description Base role of a custom member role.
         * @enum {unknown}
         */
        readonly MemberRoleBaseAccessLevelInput: 10 | 15 | 20 | 25 | 30 | 40 | 50;
        /**
         * @description A permission that a custom member role can add to its base role.
         * @enum {string}
         */
        readonly MemberRolePermission: "admin_cicd_variables" | "admin_compliance_framework" | "admin_group_member" | "admin_merge_request" | "admin_push_rules" | "admin_iac_state" | "admin_vulnerability" | "admin_web_hook" | "archive_project" | "manage_deploy_tokens" | "manage_group_access_tokens" | "manage_merge_request_settings" | "manage_project_access_tokens" | "manage_security_policy_link" | "read_code" | "read_runners" | "read_dependency" | "read_vulnerability" | "remove_group" | "remove_project" | "admin_runners";
        /** @description The member role to create for the whole instance. */
        readonly CreateInstanceMemberRoleBody: {
            /** @description Display name of the role. */
            readonly name: string;
            /** @description Purpose of the role as free text. */
            readonly description?: string;
            /** @description Base role, whose permissions members with the new role have, too. */
            readonly base_access_level: components["schemas"]["MemberRoleBaseAccessLevelInput"];
            /**
             * @description Lets members with the role view, create, change and delete CI/CD variables.
             * @default false
             */
            readonly admin_cicd_variables?: boolean;
            /**
             * @description Lets members with the role manage compliance frameworks.
             * @default false
             */
            readonly admin_compliance_framework?: boolean;
            /**
             * @description Lets members with the role add and remove members of a group, and assign roles to them.
             * @default false
             */
            readonly admin_group_member?: boolean;
            /**
             * @description Lets members with the role approve merge requests.
             * @default false
             */
            readonly admin_merge_request?: boolean;
            /**
             * @description Lets members with the role configure push rules of a group or project.
             * @default false
             */
            readonly admin_push_rules?: boolean;
            /**
             * @description Lets members with the role manage the infrastructure state kept with a project.
             * @default false
             */
            readonly admin_iac_state?: boolean;
            /**
             * @description Lets members with the role edit vulnerabilities, that is change their status and link issues to them.
             * @default false
             */
            readonly admin_vulnerability?: boolean;
            /**
             * @description Lets members with the role manage web hooks.
             * @default false
             */
            readonly admin_web_hook?: boolean;
            /**
             * @description Lets members with the role archive projects.
             * @default false
             */
            readonly archive_project?: boolean;
            /**
             * @description Lets members with the role manage deploy tokens.
             * @default false
             */
            readonly manage_deploy_tokens?: boolean;
            /**
             * @description Lets members with the role manage the access tokens of a group.
             * @default false
             */
            readonly manage_group_access_tokens?: boolean;
            /**
             * @description Lets members with the role change the merge request settings of a group or project.
             * @default false
             */
            readonly manage_merge_request_settings?: boolean;
            /**
             * @description Lets members with the role manage the access tokens of a project.
             * @default false
             */
            readonly manage_project_access_tokens?: boolean;
            /**
             * @description Lets members with the role link security policy projects.
             * @default false
             */
            readonly manage_security_policy_link?: boolean;
            /**
             * @description Lets members with the role read the source code of projects.
             * @default false
             */
            readonly read_code?: boolean;
            /**
             * @description Lets members with the role view the runners of a project.
             * @default false
             */
            readonly read_runners?: boolean;
            /**
             * @description Lets members with the role view the dependencies of a project.
             * @default false
             */
            readonly read_dependency?: boolean;
            /**
             * @description Lets members with the role view the vulnerabilities of a project.
             * @default false
             */
            readonly read_vulnerability?: boolean;
            /**
             * @description Lets members with the role delete a group, or restore a deleted one.
             * @default false
             */
            readonly remove_group?: boolean;
            /**
             * @description Lets members with the role delete a project.
             * @default false
             */
            readonly remove_project?: boolean;
            /**
             * @description Lets members with the role view, change and pause runners. A service that does not know this permission ignores or refuses it.
             * @default false
             */
            readonly admin_runners?: boolean;
        };
        /** @description The member role to create for a root group. */
        readonly CreateGroupMemberRoleBody: {
            /** @description Display name of the role. */
            readonly name: string;
            /** @description Purpose of the role as free text. */
            readonly description?: string;
            /** @description Base role, whose permissions members with the new role have, too. */
            readonly base_access_level: components["schemas"]["MemberRoleBaseAccessLevelInput"];
            /**
             * @description Lets members with the role view, create, change and delete CI/CD variables.
             * @default false
             */
            readonly admin_cicd_variables?: boolean;
            /**
             * @description Lets members with the role manage compliance frameworks.
             * @default false
             */
            readonly admin_compliance_framework?: boolean;
            /**
             * @description Lets members with the role add and remove members of a group, and assign roles to them.
             * @default false
             */
            readonly admin_group_member?: boolean;
            /**
             * @description Lets members with the role approve merge requests.
             * @default false
             */
            readonly admin_merge_request?: boolean;
            /**
             * @description Lets members with the role configure push rules of a group or project.
             * @default false
             */
            readonly admin_push_rules?: boolean;
            /**
             * @description Lets members with the role manage the infrastructure state kept with a project.
             * @default false
             */
            readonly admin_iac_state?: boolean;
            /**
             * @description Lets members with the role edit vulnerabilities, that is change their status and link issues to them.
             * @default false
             */
            readonly admin_vulnerability?: boolean;
            /**
             * @description Lets members with the role manage web hooks.
             * @default false
             */
            readonly admin_web_hook?: boolean;
            /**
             * @description Lets members with the role archive projects.
             * @default false
             */
            readonly archive_project?: boolean;
            /**
             * @description Lets members with the role manage deploy tokens.
             * @default false
             */
            readonly manage_deploy_tokens?: boolean;
            /**
             * @description Lets members with the role manage the access tokens of a group.
             * @default false
             */
            readonly manage_group_access_tokens?: boolean;
            /**
             * @description Lets members with the role change the merge request settings of a group or project.
             * @default false
             */
            readonly manage_merge_request_settings?: boolean;
            /**
             * @description Lets members with the role manage the access tokens of a project.
             * @default false
             */
            readonly manage_project_access_tokens?: boolean;
            /**
             * @description Lets members with the role link security policy projects.
             * @default false
             */
            readonly manage_security_policy_link?: boolean;
            /**
             * @description Lets members with the role read the source code of projects.
             * @default false
             */
            readonly read_code?: boolean;
            /**
             * @description Lets members with the role view the runners of a project.
             * @default false
             */
            readonly read_runners?: boolean;
            /**
             * @description Lets members with the role view the dependencies of a project.
             * @default false
             */
            readonly read_dependency?: boolean;
            /**
             * @description Lets members with the role view the vulnerabilities of a project.
             * @default false
             */
            readonly read_vulnerability?: boolean;
            /**
             * @description Lets members with the role delete a group, or restore a deleted one.
             * @default false
             */
            readonly remove_group?: boolean;
            /**
             * @description Lets members with the role delete a project.
             * @default false
             */
            readonly remove_project?: boolean;
            /**
             * @description Lets members with the role view, change and pause runners. A service that does not know this permission ignores or refuses it.
             * @default false
             */
            readonly admin_runners?: boolean;
        };
        /**
         * @description Kind of an approval rule, which determines who can approve under it.
         * @enum {string}
         */
        readonly ApprovalRuleType: "any_approver" | "regular" | "report_approver";
        /**
         * @description Kinds of approval rules that `approvalRuleCreate` can create.
         * @enum {string}
         */
        readonly ApprovalRuleTypeInput: "any_approver" | "regular";
        /**
         * @description Report on which an approval rule of a policy depends.
         * @enum {string}
         */
        readonly ApprovalReportType: "license_scanning" | "code_coverage";
        /** @description Merge request approval settings of a project. */
        readonly ApprovalConfiguration: {
            /**
             * @deprecated
             * @description Users who once had to approve; always empty now.
             */
            readonly approvers?: readonly {
                readonly [key: string]: unknown;
            }[];
            /**
             * @deprecated
             * @description Groups whose members once had to approve; always empty now.
             */
            readonly approver_groups?: readonly {
                readonly [key: string]: unknown;
            }[];
            /**
             * @deprecated
             * @description Number of approvals that a merge request of the project needs before its merge.
             */
            readonly approvals_before_merge?: number;
            /** @description Whether a push to the source branch removes all existing approvals. */
            readonly reset_approvals_on_push?: boolean;
            /** @description Whether a push removes only the approvals of code owners whose files changed. Requires `resetApprovalsOnPush` to be false. */
            readonly selective_code_owner_removals?: boolean;
            /** @description Whether merge requests cannot override the approval rules of the project. */
            readonly disable_overriding_approvers_per_merge_request?: boolean;
            /** @description Whether authors may approve their own merge requests. */
            readonly merge_requests_author_approval?: boolean;
            /** @description Whether users who added commits to a merge request may not approve it. */
            readonly merge_requests_disable_committers_approval?: boolean;
            /**
             * @deprecated
             * @description Whether approvers must prove again who they are before they approve.
             */
            readonly require_password_to_approve?: boolean;
            /** @description Whether approving requires reauthentication by password or SAML sign-in. */
            readonly require_reauthentication_to_approve?: boolean;
        };
        /** @description A rule of a project on the number of approvals that a merge request needs, and the users who can give them. */
        readonly ApprovalRule: {
            /**
             * Format: int64
             * @description Numeric id of the rule, unique on the instance.
             */
            readonly id?: number;
            /** @description Name of the rule, at most 1024 characters. */
            readonly name?: string;
            /** @description Kind of the rule, which determines who can approve under it. */
            readonly rule_type?: components["schemas"]["ApprovalRuleType"];
            /** @description Report on which the rule of a policy depends; null for all other rules. */
            readonly report_type?: components["schemas"]["ApprovalReportType"] | null;
            /** @description Users whose approval counts for the rule, derived from its users, its groups and their members. */
            readonly eligible_approvers?: readonly components["schemas"]["UserSummary"][];
            /** @description Number of approvals that the rule requires; 0 makes them optional. */
            readonly approvals_required?: number;
            /** @description Users whom the rule lists individually. */
            readonly users?: readonly components["schemas"]["UserSummary"][];
            /** @description Groups whose members may approve under the rule. Groups that the caller may not see are omitted. */
            readonly groups?: readonly components["schemas"]["ApprovalRuleGroup"][];
            /** @description Whether the rule applies to all protected branches rather than only to `protectedBranches`; null if the tier has no such limits. */
            readonly applies_to_all_protected_branches?: boolean;
            /** @description Protected branches to which the rule is limited; empty without such a limit, null if the tier has none. */
            readonly protected_branches?: readonly components["schemas"]["ProtectedBranch"][];
            /** @description Whether the rule has groups that the caller may not see. */
            readonly contains_hidden_groups?: boolean;
        };
        /** @description A group whose members may fulfill an approval rule. */
        readonly ApprovalRuleGroup: {
            /**
             * Format: int64
             * @description Number of the group on this instance.
             */
            readonly id?: number;
            /** @description Name of the group for display. */
            readonly name?: string;
            /** @description Last part of the group's address. */
            readonly path?: string;
            /** @description Text on the purpose of the group, empty when not described. */
            readonly description?: string;
            /** @description Users who may see the group. */
            readonly visibility?: components["schemas"]["Visibility"];
            /** @description Whether projects in the group may store large files outside their repository. */
            readonly lfs_enabled?: boolean;
            /**
             * Format: uri
             * @description Address of the group's picture; null if it has none.
             */
            readonly avatar_url?: string | null;
            /**
             * Format: uri
             * @description Address of the group's page in the web interface.
             */
            readonly web_url?: string;
            /** @description Whether users may request access to the group. */
            readonly request_access_enabled?: boolean;
            /** @description Name for display with those of the groups above it, as in `Parent / Group`. */
            readonly full_name?: string;
            /** @description Full address of the group with those above it, as in `parent/group`. */
            readonly full_path?: string;
            /**
             * Format: int64
             * @description Number of the group above; null for a top-level group.
             */
            readonly parent_id?: number | null;
            /** @description Common name of the directory group it is synced with; null without such a sync. */
            readonly ldap_cn?: string | null;
            /** @description Role that members get who come from the directory; null without such a sync. */
            readonly ldap_access?: components["schemas"]["AccessLevel"] | null;
        };
        /** @description A branch, or a pattern for branches, to which only some users may push or merge. */
        readonly ProtectedBranch: {
            /**
             * Format: int64
             * @description Numeric id of the branch protection, unique on the instance.
             */
            readonly id?: number;
            /** @description Name of the branch, or a pattern with `*` for several. */
            readonly name?: string;
            /** @description Roles that may push to the branch. */
            readonly push_access_levels?: readonly components["schemas"]["BranchAccessLevel"][];
            /** @description Roles that may merge into the branch. */
            readonly merge_access_levels?: readonly components["schemas"]["BranchAccessLevel"][];
            /** @description Roles that may remove the protection of the branch. */
            readonly unprotect_access_levels?: readonly components["schemas"]["BranchAccessLevel"][];
            /**
             * Format: boolean
             * @description Whether changes to files with code owners need their approval.
             */
            readonly code_owner_approval_required?: string;
        };
        /** @description A role with a permission on a protected branch. */
        readonly BranchAccessLevel: {
            /** @description Lowest role that has the permission on the branch; `NO_ACCESS` if no role has it. Null if the permission is that of a user or group. */
            readonly access_level?: components["schemas"]["AccessLevel"];
            /** @description Name of the role for display, such as `Maintainers`. */
            readonly access_level_description?: string;
        };
        /** @description The approval of a merge request by one user. */
        readonly Approval: {
            /** @description User who approved the merge request. */
            readonly user?: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description Time of the approval; null if the service does not report it.
             */
            readonly approved_at?: string;
        };
        /** @description How far a merge request is approved right after an approval, with the main facts about it. */
        readonly ApprovedMergeRequest: {
            /**
             * Format: int64
             * @description Numeric id of the merge request, unique on the instance.
             */
            readonly id?: number;
            /**
             * Format: int64
             * @description Number of the merge request within its project, as in `!12`.
             */
            readonly iid?: number;
            /**
             * Format: int64
             * @description Numeric id of the project into which it is to be merged.
             */
            readonly project_id?: number;
            /** @description One-line title of the merge request. */
            readonly title?: string;
            /** @description Text on what the merge request changes and why, in the markup of the service. */
            readonly description?: string;
            /** @description Whether the merge request is open, closed, being merged or merged. */
            readonly state?: components["schemas"]["MergeRequestState"];
            /**
             * Format: date-time
             * @description When the merge request was opened.
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description When the merge request last changed.
             */
            readonly updated_at?: string;
            /**
             * @deprecated
             * @description Whether it can be merged without conflicts. An open set of words; `can_be_merged`, `cannot_be_merged` and `unchecked` are known.
             */
            readonly merge_status?: string;
            /** @description Number of approvals that all rules together require. */
            readonly approvals_required?: number;
            /** @description Number of missing approvals; 0 if there are enough. */
            readonly approvals_left?: number;
            /** @description Current approvals, without revoked ones. */
            readonly approved_by?: readonly components["schemas"]["Approval"][];
        };
        /** @description Approvals of a merge request, the number of missing ones, and the permissions of the caller. */
        readonly MergeRequestApprovalState: components["schemas"]["ApprovedMergeRequest"] & {
            /** @description Whether the caller has approved the merge request. */
            readonly user_has_approved?: boolean;
            /** @description Whether the caller can currently approve the merge request. */
            readonly user_can_approve?: boolean;
        };
        /** @description Commit that an approval is given on, and password that proves it. */
        readonly ApproveMergeRequestBody: {
            /** @description Password of the caller, required if the project requires reauthentication of approvers. Always rejected if SAML sign-in is enforced. */
            readonly approval_password?: string;
            /** @description SHA of the head commit that the caller reviewed. If the merge request has another head commit, the approval is rejected. */
            readonly sha?: string;
        };
        /** @description Approval settings of a project to change. */
        readonly UpdateProjectApprovalConfigurationBody: {
            /**
             * @deprecated
             * @description Number of approvals that a merge request of the project needs before its merge.
             */
            readonly approvals_before_merge?: number;
            /** @description Whether merge requests cannot override the approval rules of the project. */
            readonly disable_overriding_approvers_per_merge_request?: boolean;
            /** @description Whether authors may approve their own merge requests. */
            readonly merge_requests_author_approval?: boolean;
            /** @description Whether users who added commits to a merge request may not approve it. */
            readonly merge_requests_disable_committers_approval?: boolean;
            /**
             * @deprecated
             * @description Whether approvers must prove again who they are before they approve.
             */
            readonly require_password_to_approve?: boolean;
            /** @description Whether approving requires reauthentication by password or SAML sign-in. */
            readonly require_reauthentication_to_approve?: boolean;
            /** @description Whether a push to the source branch removes all existing approvals. */
            readonly reset_approvals_on_push?: boolean;
            /** @description Whether a push removes only the approvals of code owners whose files changed. Requires `resetApprovalsOnPush` to be false. */
            readonly selective_code_owner_removals?: boolean;
        };
        /** @description A new approval rule of a project. */
        readonly CreateProjectApprovalRuleBody: {
            /** @description Number of approvals that the rule requires; 0 makes them optional. */
            readonly approvals_required: number;
            /** @description Name of the rule, at most 1024 characters. */
            readonly name: string;
            /** @description Whether the rule applies to all protected branches. If true, `protectedBranchIds` is ignored. */
            readonly applies_to_all_protected_branches?: boolean;
            /** @description Groups whose members may fulfill the rule. */
            readonly group_ids?: readonly number[];
            /** @description Ids of the protected branches to which the rule is limited; ignored with `appliesToAllProtectedBranches: true`. */
            readonly protected_branch_ids?: readonly number[];
            /** @description Kind of the rule. Only policies can create rules that depend on a report. */
            readonly rule_type?: components["schemas"]["ApprovalRuleTypeInput"];
            /** @description Users who may fulfill the rule, together with those given by username. */
            readonly user_ids?: readonly number[];
            /** @description Usernames of users who may approve under the rule, in addition to `users`. */
            readonly usernames?: readonly string[];
        };
        /**
         * @description Filter values that match the absence or presence of a value.
         * @enum {string}
         */
        readonly NoneOrAny: "None" | "Any";
        /**
         * @description Progress of a milestone.
         * @enum {string}
         */
        readonly MilestoneState: "active" | "closed";
        /**
         * @description State of the diff of a version.
         * @enum {string}
         */
        readonly MergeRequestVersionState: "collected" | "empty" | "overflow" | "without_files";
        /**
         * @description Current state of a merge request.
         * @enum {string}
         */
        readonly MergeRequestState: "opened" | "closed" | "locked" | "merged";
        /**
         * @description States by which merge requests can be filtered.
         * @enum {string}
         */
        readonly MergeRequestStateFilter: "all" | "opened" | "closed" | "locked" | "merged";
        /**
         * @description Relation of listed merge requests to the caller.
         * @enum {string}
         */
        readonly MergeRequestScope: "created_by_me" | "assigned_to_me" | "reviews_for_me" | "all";
        /**
         * @description Attributes by which a list of merge requests can be ordered.
         * @enum {string}
         */
        readonly MergeRequestOrderField: "created_at" | "updated_at" | "merged_at" | "label_priority" | "priority" | "milestone_due" | "popularity" | "title";
        /**
         * @description Attribute of merge requests that `search` applies to.
         * @enum {string}
         */
        readonly MergeRequestSearchField: "title" | "description";
        /**
         * @description How much of each merge request a list shows.
         * @enum {string}
         */
        readonly MergeRequestView: "simple";
        /**
         * @description Older form of the draft filter, as a word.
         * @enum {string}
         */
        readonly MergeRequestWip: "yes" | "no";
        /** @description Conditions that a merge request must not meet to be listed. */
        readonly MergeRequestNegatedFilters: {
            /** @description Leaves out those that carry these labels, by name. */
            readonly labels?: readonly string[];
            /** @description Leaves out those of the milestone with this title. */
            readonly milestone?: string;
            /**
             * Format: int64
             * @description Leaves out those that the user with this numeric id created.
             */
            readonly author_id?: number;
            /** @description Leaves out those that the user with this username created. */
            readonly author_username?: string;
            /**
             * Format: int64
             * @description Leaves out those assigned to the user with this numeric id.
             */
            readonly assignee_id?: number;
            /** @description Leaves out those assigned to the user with this username. */
            readonly assignee_username?: string;
            /**
             * Format: int64
             * @description Leaves out those that the user with this numeric id reviews.
             */
            readonly reviewer_id?: number;
            /** @description Leaves out those that the user with this username reviews. */
            readonly reviewer_username?: string;
            /** @description Leaves out those to which the caller reacted with the emoji of this name. */
            readonly my_reaction_emoji?: string;
        };
        /** @description A merge request in short form, with what names it and its basic state. */
        readonly MergeRequestSimple: {
            /**
             * Format: int64
             * @description Number of the merge request within its project, as in `!12`.
             */
            readonly iid?: number;
            /** @description Title of the merge request; the title of a draft has a draft prefix. */
            readonly title?: string;
            /** @description Description in Markdown; null if none exists. */
            readonly description?: string | null;
            /** @description Whether the merge request is open, closed, being merged or merged. */
            readonly state?: components["schemas"]["MergeRequestState"];
            /**
             * Format: uri
             * @description URL of the merge request's page.
             */
            readonly web_url?: string;
        };
        /** @description A merge request as lists and dependencies show it. */
        readonly MergeRequestListItem: components["schemas"]["MergeRequestSimple"] & {
            /**
             * Format: int64
             * @description Numeric id of the merge request, unique on the instance.
             */
            readonly id?: number;
            /**
             * Format: int64
             * @description Numeric id of the project that the merge request belongs to.
             */
            readonly project_id?: number;
            /** @description The description rendered as HTML; null if the service did not render it. */
            readonly description_html?: string;
            /**
             * Format: date-time
             * @description Time when the merge request was created.
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Time when the merge request was last updated.
             */
            readonly updated_at?: string;
            /**
             * Format: date-time
             * @description Time when the merge request was closed without a merge; null if it was not.
             */
            readonly closed_at?: string | null;
            /**
             * Format: date-time
             * @description Time of the merge; null until then.
             */
            readonly merged_at?: string | null;
            /**
             * Format: date-time
             * @description Time when the preparation after the creation finished, set once; null until then.
             */
            readonly prepared_at?: string | null;
            /**
             * Format: date-time
             * @description Earliest time at which the merge request may be merged; null for no limit.
             */
            readonly merge_after?: string | null;
            /**
             * @deprecated
             * @description Whether it can be merged, in older words such as `can_be_merged`, `cannot_be_merged` and `unchecked`.
             */
            readonly merge_status?: string;
            /** @description Whether the merge request can be merged, or the reason why not. An open set of values: `mergeable`, `checking`, `approvals_syncing`, `unchecked`, `not_approved`, `not_open`, `commits_status`, `conflict`, `need_rebase`, `draft_status`, `discussions_not_resolved`, `ci_must_pass`, `ci_still_running`, `merge_request_blocked`, `requested_changes`, `preparing` and others. Of older services, which do not send it, `can_be_merged`, `cannot_be_merged` or `unchecked`. */
            readonly detailed_merge_status?: string;
            /** @description Whether the branches conflict. Also false before the check: see `detailedMergeStatus`. */
            readonly has_conflicts?: boolean;
            /** @description Whether every discussion that must be resolved before the merge is resolved. */
            readonly blocking_discussions_resolved?: boolean;
            /** @description Whether the merge request is a draft, which cannot be merged. */
            readonly draft?: boolean;
            /**
             * @deprecated
             * @description Whether it is a draft, under the older term.
             */
            readonly work_in_progress?: boolean;
            /** @description Whether only members of the project may comment; null if never set. */
            readonly discussion_locked?: boolean | null;
            /** @description Whether the author chose to delete the source branch on merge; null if never set. */
            readonly force_remove_source_branch?: boolean | null;
            /** @description Whether the merge deletes the source branch, as chosen for the merge; null if never set. */
            readonly should_remove_source_branch?: boolean | null;
            /** @description Whether the merge request is set to auto-merge when all conditions are met. */
            readonly merge_when_pipeline_succeeds?: boolean;
            /** @description SHA of the merge commit; null before the merge, or if it created no merge commit. */
            readonly merge_commit_sha?: string | null;
            /** @description SHA of the squash commit; null if none exists. */
            readonly squash_commit_sha?: string | null;
            /** @description SHA of the latest commit of the source branch; null if the branch has none. */
            readonly sha?: string | null;
            /** @description Whether users who may merge it may also push to the source branch. Merge requests from forks only; null for others. */
            readonly allow_collaboration?: boolean;
            /**
             * @deprecated
             * @description Whether others may push to the source branch of a fork, under the older name.
             */
            readonly allow_maintainer_to_push?: boolean;
            /**
             * @deprecated
             * @description Number of approvals needed before the merge, in the older form. Premium and Ultimate.
             */
            readonly approvals_before_merge?: number | null;
            /** @description Users who are responsible for the merge request. */
            readonly assignees?: readonly components["schemas"]["MergeRequestUser"][];
            /**
             * @deprecated
             * @description First of the users who are responsible for it; null if nobody is.
             */
            readonly assignee?: components["schemas"]["MergeRequestUser"] | null;
            /**
             * Format: int64
             * @description Numeric id of the group that contains its project. Present only in the list of a group.
             */
            readonly group_id?: number;
            /** @description User who created the merge request. */
            readonly author?: components["schemas"]["MergeRequestUser"];
            /** @description Users whose review is requested. */
            readonly reviewers?: readonly components["schemas"]["MergeRequestUser"][];
            /** @description User who closed the merge request without a merge; null if none exists. */
            readonly closed_by?: components["schemas"]["MergeRequestUser"] | null;
            /** @description User who merged the merge request or set it to auto-merge; null if none exists. */
            readonly merge_user?: components["schemas"]["MergeRequestUser"] | null;
            /**
             * @deprecated
             * @description User who merged it; null until merged.
             */
            readonly merged_by?: components["schemas"]["MergeRequestUser"] | null;
            /** @description Milestone of the merge request; null if none exists. */
            readonly milestone?: components["schemas"]["Milestone"] | null;
            /** @description Labels of the merge request, as bare names or, where label details were requested, in full. */
            readonly labels?: readonly (string | components["schemas"]["MergeRequestLabel"])[];
            /** @description Name of the branch that contains the changes. */
            readonly source_branch?: string;
            /** @description Name of the branch to merge into. */
            readonly target_branch?: string;
            /**
             * Format: int64
             * @description Numeric id of the project that holds the source branch; null if that fork no longer exists.
             */
            readonly source_project_id?: number | null;
            /**
             * Format: int64
             * @description Numeric id of the project that holds the target branch.
             */
            readonly target_project_id?: number;
            /** @description Number of comments by users, without system notes. */
            readonly user_notes_count?: number;
            /** @description Number of thumbs-up reactions. */
            readonly upvotes?: number;
            /** @description Number of thumbs-down reactions. */
            readonly downvotes?: number;
            /** @description Whether the merge request was imported from another host. */
            readonly imported?: boolean;
            /** @description Source of the import; `none` if the merge request was not imported. */
            readonly imported_from?: string;
            /**
             * @deprecated
             * @description Short reference for texts, as in `!12`.
             */
            readonly reference?: string;
            /** @description References to the merge request, for use in comments and descriptions. */
            readonly references?: components["schemas"]["MergeRequestReferences"];
            /** @description Estimated and spent time. */
            readonly time_stats?: components["schemas"]["TimeStats"];
            /** @description Whether the author chose to squash the commits into one. */
            readonly squash?: boolean;
            /** @description Whether the merge will squash the commits, including project settings. */
            readonly squash_on_merge?: boolean;
            /** @description Progress of the task list in the description. */
            readonly task_completion_status?: components["schemas"]["TaskCompletionStatus"];
        };
        /** @description A merge request, which proposes to merge one branch into another. */
        readonly MergeRequest: components["schemas"]["MergeRequestListItem"] & {
            /** @description Whether the caller is subscribed to notifications of the merge request. */
            readonly subscribed?: boolean;
            /** @description Number of changed files, as a string because very large numbers end in a plus sign, as in `1000+`; null while unknown. */
            readonly changes_count?: string | null;
            /** @description Permissions of the caller on the merge request. */
            readonly user?: components["schemas"]["MergeRequestUserPermissions"];
            /**
             * Format: date-time
             * @description Time when the latest pipeline of the current commit started; null if none has started.
             */
            readonly latest_build_started_at?: string | null;
            /**
             * Format: date-time
             * @description Time of the first deployment of the changes to production; null until then.
             */
            readonly first_deployed_to_production_at?: string | null;
            /** @description Pipeline of the latest commit of the source branch; null if none exists. */
            readonly head_pipeline?: components["schemas"]["Pipeline"] | null;
            /** @description Commits that the latest diff compares; null while the diff is being prepared. */
            readonly diff_refs?: components["schemas"]["DiffRefs"] | null;
            /** @description Reason why the last merge attempt failed; null if none failed. */
            readonly merge_error?: string | null;
            /** @description Number of commits by which the source branch is behind the target branch; null if the service does not count them. */
            readonly diverged_commits_count?: number | null;
            /** @description Whether a rebase is in progress; null if the service does not report it. */
            readonly rebase_in_progress?: boolean | null;
        };
        /** @description Permissions of the caller on a merge request. */
        readonly MergeRequestUserPermissions: {
            /** @description Whether the caller may merge the merge request. */
            readonly can_merge?: boolean;
        };
        /** @description A label as it stands on a merge request, when label details were requested. */
        readonly MergeRequestLabel: {
            /**
             * Format: int64
             * @description Numeric id of the label, unique on the instance.
             */
            readonly id?: number;
            /** @description Name of the label, unique within its project. */
            readonly name?: string;
            /** @description Background color as a hash sign and 6 hexadecimal digits. */
            readonly color?: string;
            /** @description Color in which text on the label is readable. */
            readonly text_color?: string;
            /** @description Text on what the label is for; null if not described. */
            readonly description?: string | null;
            /** @description The label's description rendered as HTML; null if not described. */
            readonly description_html?: string | null;
            /** @description Whether the label is archived and no longer offered for use. */
            readonly archived?: boolean;
        };
        /** @description A milestone of a project or group, for planning work. Milestones cannot be read by id, so the type is no `Node`. */
        readonly Milestone: {
            /**
             * Format: int64
             * @description Numeric id of the milestone, unique on the instance.
             */
            readonly id?: number;
            /**
             * Format: int64
             * @description Number of the milestone within its project or group.
             */
            readonly iid?: number;
            /**
             * Format: int64
             * @description Numeric id of the project that it belongs to; null for a group's milestone.
             */
            readonly project_id?: number | null;
            /**
             * Format: int64
             * @description Numeric id of the group that it belongs to; null for a project's milestone.
             */
            readonly group_id?: number | null;
            /** @description Title of the milestone, as in filters. */
            readonly title?: string;
            /** @description Free text about the milestone; null if not described. */
            readonly description?: string | null;
            /** @description Progress of the milestone. */
            readonly state?: components["schemas"]["MilestoneState"];
            /**
             * Format: date-time
             * @description Time when the milestone was created.
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Time when the milestone was last updated.
             */
            readonly updated_at?: string;
            /**
             * Format: date
             * @description Due date of the milestone; null if it has none.
             */
            readonly due_date?: string | null;
            /**
             * Format: date
             * @description Start date of the milestone; null if it has none.
             */
            readonly start_date?: string | null;
            /** @description Whether the due date has passed. */
            readonly expired?: boolean;
            /**
             * Format: uri
             * @description URL of the milestone's page.
             */
            readonly web_url?: string;
        };
        /** @description References to a merge request, for use in comments and descriptions. */
        readonly MergeRequestReferences: {
            /** @description Reference for use within the same project, as in `!12`. */
            readonly short?: string;
            /** @description Shortest form that is clear where the merge request was read. */
            readonly relative?: string;
            /** @description Reference for use anywhere, as in `group/project!12`. */
            readonly full?: string;
        };
        /** @description Estimated and spent time of a merge request. */
        readonly TimeStats: {
            /** @description Estimated time in seconds; 0 if nothing was estimated. */
            readonly time_estimate?: number;
            /** @description Time spent so far in seconds. */
            readonly total_time_spent?: number;
            /** @description Human-readable estimate, such as `3h 30m`; null if nothing was estimated. */
            readonly human_time_estimate?: string | null;
            /** @description Human-readable time spent, such as `1h`; null if none was spent. */
            readonly human_total_time_spent?: string | null;
        };
        /** @description Progress of the task list in a description. */
        readonly TaskCompletionStatus: {
            /** @description Number of tasks in the description. */
            readonly count?: number;
            /** @description Number of completed tasks. */
            readonly completed_count?: number;
        };
        /** @description Commits that the diff of a merge request compares. */
        readonly DiffRefs: {
            /** @description SHA of the merge base of the source and target branches. */
            readonly base_sha?: string;
            /** @description SHA of the latest commit of the source branch. */
            readonly head_sha?: string;
            /** @description SHA of the commit of the target branch with which the diff is compared. */
            readonly start_sha?: string;
        };
        /** @description One version of the diff of a merge request. Each push creates one. */
        readonly MergeRequestVersion: {
            /**
             * Format: int64
             * @description Numeric id of the version, unique on the instance.
             */
            readonly id?: number;
            /** @description SHA of the latest commit of the source branch in this version. */
            readonly head_commit_sha?: string;
            /** @description SHA of the merge base of the source and target branches. */
            readonly base_commit_sha?: string;
            /** @description SHA of the commit of the target branch with which this version is compared. */
            readonly start_commit_sha?: string;
            /**
             * Format: date-time
             * @description Time when the version was created.
             */
            readonly created_at?: string;
            /** @description State of the diff. */
            readonly state?: components["schemas"]["MergeRequestVersionState"];
            /** @description Number of changed files, as a string because very large numbers end in a plus sign. */
            readonly real_size?: string;
            /** @description SHA of the content of the diff, independent of its commits. Null while the diff is being prepared, when an approval is too early. */
            readonly patch_id_sha?: string | null;
        };
        /** @description A dependency between two merge requests as its creation shows it. */
        readonly CreatedMergeRequestBlock: {
            /**
             * Format: int64
             * @description Numeric id of the dependency, unique on the instance.
             */
            readonly id?: number;
            /** @description Merge request that must be merged first; null if the caller may not see it. */
            readonly blocking_merge_request?: components["schemas"]["MergeRequestListItem"];
            /**
             * Format: int64
             * @description Numeric id of the project that the dependency belongs to.
             */
            readonly project_id?: number;
        };
        /** @description A dependency between two merge requests, one of which must be merged before the other. */
        readonly MergeRequestBlock: components["schemas"]["CreatedMergeRequestBlock"] & {
            /** @description Merge request that waits for the blocking one; null if the caller may not see it. Costs one call in the payload of `mergeRequestBlockCreate`. */
            readonly blocked_merge_request?: components["schemas"]["MergeRequestListItem"];
        };
        /** @description Which merge request shall block the present one. */
        readonly CreateMergeRequestBlockBody: {
            /**
             * Format: int64
             * @description Numeric id of the merge request that shall block; needed unless the number within its project is given.
             */
            readonly blocking_merge_request_id?: number;
            /**
             * Format: int64
             * @description Number within its project of the merge request that shall block; needed unless the numeric id is given.
             */
            readonly blocking_merge_request_iid?: number;
            /** @description Project that the number within a project belongs to, as its numeric id or its full path; the project of the blocked merge request when absent. */
            readonly blocking_project_id?: number | string;
        };
        /** @description An issue of a project. Only its notes are available, not title, state or text. It exists if its notes can be listed. */
        readonly Issue: {
            /**
             * Format: int64
             * @description Number of the issue within its project.
             */
            readonly iid?: number;
        };
        /** @description A snippet of a project. Only its notes are available, not title or text. It exists if its notes can be listed. Personal snippets are not found. */
        readonly Snippet: {
            /**
             * Format: int64
             * @description Numeric id of the snippet, unique on the instance.
             */
            readonly id?: number;
        };
        /** @description An epic of a group. Only its notes are available, not title, state or text. It exists if its notes can be listed. Epics become work items in v5 of the REST interface. */
        readonly Epic: {
            /**
             * Format: int64
             * @description Numeric id of the epic, unique on the instance. Not its number within the group (iid).
             */
            readonly id?: number;
        };
        /**
         * @description Attributes by which a list of notes can be ordered.
         * @enum {string}
         */
        readonly NoteOrderField: "created_at" | "updated_at";
        /**
         * @description Kinds of notes by which the notes of an issue can be filtered.
         * @enum {string}
         */
        readonly NoteActivityFilter: "all_notes" | "only_comments" | "only_activity";
        /** @description A comment on an issue, project snippet, merge request or epic, or a system note that records a change of it. */
        readonly Note: {
            /**
             * Format: int64
             * @description Numeric id of the note, unique on the instance.
             */
            readonly id?: number;
            /** @description Text of the note, in the markup of the service; at most 1,000,000 characters. */
            readonly body?: string;
            /** @description User who wrote the note or, for a system note, made the change. */
            readonly author?: components["schemas"]["NoteAuthor"];
            /**
             * Format: date-time
             * @description Time when the note was created.
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Time when the note was last changed.
             */
            readonly updated_at?: string;
            /** @description Whether the note is a system note, which records a change. */
            readonly system?: boolean;
            /**
             * Format: int64
             * @description Numeric id of the noteable, unique on the instance. The global id of an issue or merge request contains its `iid` instead.
             */
            readonly noteable_id?: number;
            /** @description Type of the noteable, such as `Issue` or `MergeRequest`; an open set. */
            readonly noteable_type?: string;
            /**
             * Format: int64
             * @description Numeric id of the project; null for notes that belong to a group.
             */
            readonly project_id?: number;
            /**
             * Format: int64
             * @description Number of the noteable within its project or group (iid); null if it has none.
             */
            readonly noteable_iid?: number;
            /** @description Whether the note is part of a thread that can be marked as resolved. */
            readonly resolvable?: boolean;
            /**
             * @deprecated
             * @description Whether the note is internal, under the older name; always the same as `internal`.
             */
            readonly confidential?: boolean;
            /** @description Whether the note is visible only to members who may see confidential content. */
            readonly internal?: boolean;
            /** @description Whether the note was imported from another host. */
            readonly imported?: boolean;
            /** @description Source of an imported note; `none` if the note was not imported. An open set of values. */
            readonly imported_from?: string;
            /** @description Kind of the note, such as `DiscussionNote` or `DiffNote`; an open set. Null for a note outside of discussions. */
            readonly type?: string | null;
            /** @description Whether the note is resolved; null if it is not resolvable. */
            readonly resolved?: boolean | null;
            /** @description User who resolved the note; null if it is not resolved. */
            readonly resolved_by?: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description Time when the note was resolved; null if it is not.
             */
            readonly resolved_at?: string | null;
            /** @description Name or URL of a legacy file attachment of the note; null if none exists. */
            readonly attachment?: string | null;
            /** @description New values that quick actions in the text set, by attribute; empty or null if there were none. */
            readonly commands_changes?: {
                readonly [key: string]: unknown;
            } | null;
        };
        /** @description The author of a note, as notes show users. */
        readonly NoteAuthor: {
            /**
             * Format: int64
             * @description Numeric id of the user, unique on the instance.
             */
            readonly id?: number;
            /** @description Unique name of the user, as in mentions and URLs. */
            readonly username?: string;
            /**
             * Format: email
             * @description Email address of the user; absent where the caller may not see it.
             */
            readonly email?: string;
            /** @description Full name of the user. It may be redacted for callers who are not allowed to see it. */
            readonly name?: string;
            /** @description State of the account. */
            readonly state?: components["schemas"]["UserState"];
            /**
             * Format: date-time
             * @description When the account was created.
             */
            readonly created_at?: string;
        };
        /** @description Result of a text of only quick actions, in place of a note. */
        readonly QuickActionResult: {
            /** @description New values that the quick actions set, by attribute. */
            readonly commands_changes?: {
                readonly [key: string]: unknown;
            };
            /** @description Effect of each quick action, or the reason why it had none. */
            readonly summary?: readonly string[];
        };
        /** @description Reaction that a text of only an emoji adds in place of a note. */
        readonly NoteEmojiReaction: {
            /**
             * Format: int64
             * @description Numeric id of the reaction, unique on the instance.
             */
            readonly id?: number;
            /** @description Name of the emoji without colons, such as `thumbsup`. */
            readonly name?: string;
            /** @description User who reacted: the caller. */
            readonly user?: components["schemas"]["UserSummary"];
            /**
             * Format: date-time
             * @description Time when the reaction was added.
             */
            readonly created_at?: string;
            /**
             * Format: int64
             * @description Numeric id of the object of the reaction, unique on the instance.
             */
            readonly awardable_id?: number;
            /** @description Type of the object of the reaction, such as `Issue` or `MergeRequest`. */
            readonly awardable_type?: string;
        };
        /** @description A new comment on an issue. */
        readonly CreateIssueNoteBody: {
            /** @description Text of the note, in the markup of the service; at most 1,000,000 characters. Can contain quick actions. */
            readonly body: string;
            /**
             * Format: date-time
             * @description Creation time of the note. Defaults to now; must be after 1970-01-01. For administrators and owners of the project or group.
             */
            readonly created_at?: string;
            /**
             * @description Whether the note is visible only to members who may see confidential content. Defaults to false. Notes of issues and merge requests only; rejected for others.
             * @default false
             */
            readonly internal?: boolean;
            /**
             * @deprecated
             * @description Whether the note is internal, under the older name. It has no effect when `internal` is given too.
             * @default false
             */
            readonly confidential?: boolean;
        };
        /** @description Changes to a note of an issue. */
        readonly UpdateIssueNoteBody: {
            /** @description New text of the note, in the markup of the service; at most 1,000,000 characters. Required, except for a note of an issue, whose text does not change without it. */
            readonly body?: string;
            /**
             * @deprecated
             * @description Whether the note is internal; older name of `internal`, which updates do not accept. Notes of issues and merge requests only; rejected for others.
             */
            readonly confidential?: boolean;
        };
        /** @description A new comment on a project snippet. */
        readonly CreateSnippetNoteBody: {
            /** @description Text of the note, in the markup of the service; at most 1,000,000 characters. Can contain quick actions. */
            readonly body: string;
            /**
             * Format: date-time
             * @description Creation time of the note. Defaults to now; must be after 1970-01-01. For administrators and owners of the project or group.
             */
            readonly created_at?: string;
        };
        /** @description The new text of a note of a project snippet. */
        readonly UpdateSnippetNoteBody: {
            /** @description New text of the note, in the markup of the service; at most 1,000,000 characters. */
            readonly body: string;
        };
        /** @description A new comment on a merge request. */
        readonly CreateMergeRequestNoteBody: {
            /** @description Text of the note, in the markup of the service; at most 1,000,000 characters. Can contain quick actions. */
            readonly body: string;
            /**
             * Format: date-time
             * @description Creation time of the note. Defaults to now; must be after 1970-01-01. For administrators and owners of the project or group.
             */
            readonly created_at?: string;
            /**
             * @description Whether the note is visible only to members who may see confidential content. Defaults to false. Notes of issues and merge requests only; rejected for others.
             * @default false
             */
            readonly internal?: boolean;
            /** @description SHA of the head commit of the merge request. Notes of merge requests only; rejected for others. The `/merge` quick action requires it, and does nothing if it is no longer the head commit. */
            readonly merge_request_diff_head_sha?: string;
        };
        /** @description Changes to a note of a merge request. */
        readonly UpdateMergeRequestNoteBody: {
            /** @description New text of the note, in the markup of the service; at most 1,000,000 characters. */
            readonly body: string;
            /**
             * @deprecated
             * @description Whether the note is internal; older name of `internal`, which updates do not accept. Notes of issues and merge requests only; rejected for others.
             */
            readonly confidential?: boolean;
        };
        /** @description A new comment on an epic. */
        readonly CreateEpicNoteBody: {
            /** @description Text of the note, in the markup of the service; at most 1,000,000 characters. Can contain quick actions. */
            readonly body: string;
            /**
             * Format: date-time
             * @description Creation time of the note. Defaults to now; must be after 1970-01-01. For administrators and owners of the project or group.
             */
            readonly created_at?: string;
        };
        /** @description The new text of a note of an epic. */
        readonly UpdateEpicNoteBody: {
            /** @description New text of the note, in the markup of the service; at most 1,000,000 characters. */
            readonly body: string;
        };
        /**
         * @description Current status of a pipeline.
         * @enum {string}
         */
        readonly PipelineStatus: "created" | "waiting_for_resource" | "preparing" | "pending" | "running" | "canceling" | "success" | "failed" | "canceled" | "skipped" | "manual" | "scheduled";
        /**
         * @description Statuses by which pipelines can be filtered.
         * @enum {unknown}
         */
        readonly PipelineStatusFilter: "created" | "waiting_for_resource" | "preparing" | "pending" | "running" | "success" | "failed" | "canceled" | "skipped" | "manual" | "scheduled";
        /**
         * @description Attributes by which a list of pipelines can be ordered.
         * @enum {string}
         */
        readonly PipelineOrderField: "id" | "status" | "ref" | "updated_at" | "user_id";
        /**
         * @description Subsets of pipelines to which a list can be limited.
         * @enum {string}
         */
        readonly PipelineScope: "running" | "pending" | "finished" | "branches" | "tags";
        /**
         * @description Form in which jobs receive the value of a variable.
         * @enum {string}
         */
        readonly PipelineVariableType: "env_var" | "file";
        /** @description A pipeline as the pipeline list gives it. */
        readonly PipelineListItem: {
            /**
             * Format: int64
             * @description Numeric id of the pipeline, unique on the instance.
             */
            readonly id?: number;
            /**
             * Format: int64
             * @description Number of the pipeline within its project, starting with 1.
             */
            readonly iid?: number;
            /**
             * Format: int64
             * @description Id of the project that the pipeline belongs to.
             */
            readonly project_id?: number;
            /** @description Current status of the pipeline. */
            readonly status?: components["schemas"]["PipelineStatus"];
            /** @description Event that started the pipeline, such as `push`, `web` or `parent_pipeline`; an open set. */
            readonly source?: string;
            /** @description Branch or tag for which the pipeline runs. */
            readonly ref?: string;
            /** @description SHA of the commit for which the pipeline runs. */
            readonly sha?: string;
            /** @description Name of the pipeline from its configuration; null if it has none. */
            readonly name?: string;
            /**
             * Format: uri
             * @description URL of the pipeline's page.
             */
            readonly web_url?: string;
            /**
             * Format: date-time
             * @description Time when the pipeline was created.
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Time when the pipeline was last updated.
             */
            readonly updated_at?: string;
        };
        /** @description A run of a project's CI/CD configuration for one commit, consisting of jobs. */
        readonly Pipeline: components["schemas"]["PipelineListItem"] & {
            /** @description SHA of the head commit of the branch before the push; all zeros if there was none. */
            readonly before_sha?: string;
            /** @description Whether the pipeline runs for a tag instead of a branch. */
            readonly tag?: boolean;
            /** @description Errors of the configuration; null if it is valid. */
            readonly yaml_errors?: string | null;
            /** @description User who started the pipeline. */
            readonly user?: components["schemas"]["PipelineUser"];
            /**
             * Format: date-time
             * @description Time when the first job started; null until then.
             */
            readonly started_at?: string | null;
            /**
             * Format: date-time
             * @description Time when the pipeline ended; null until then.
             */
            readonly finished_at?: string | null;
            /**
             * Format: date-time
             * @description Time of the commit; null if the service does not report it.
             */
            readonly committed_at?: string | null;
            /** @description Run time of the jobs in seconds; null until the pipeline has ended. */
            readonly duration?: number | null;
            /** @description Time in seconds that the pipeline waited for the start of its first job; null until then. */
            readonly queued_duration?: number | null;
            /**
             * Format: decimal
             * @description Test coverage in percent that the jobs reported; null if none did.
             */
            readonly coverage?: string | null;
            /** @description Status in the form for display on a page. */
            readonly detailed_status?: components["schemas"]["PipelineDetailedStatus"];
            /** @description Whether the pipeline is archived, so that its jobs can no longer be retried. */
            readonly archived?: boolean;
        };
        /** @description The user who started a pipeline, as the pipeline embeds it. */
        readonly PipelineUser: {
            /**
             * Format: int64
             * @description Numeric id of the user, unique on the instance.
             */
            readonly id?: number;
            /** @description Unique name of the user, as in mentions and URLs. */
            readonly username?: string;
            /** @description Full name of the user. It may be redacted for callers who are not allowed to see it. */
            readonly name?: string;
            /** @description State of the account. */
            readonly state?: components["schemas"]["UserState"];
            /**
             * Format: uri
             * @description URL of the user's avatar.
             */
            readonly avatar_url?: string;
            /**
             * Format: uri
             * @description URL of the user's profile page.
             */
            readonly web_url?: string;
        };
        /** @description Status of a pipeline in the form for display on a page. */
        readonly PipelineDetailedStatus: {
            /** @description Name of the icon for the status, such as `status_success`. */
            readonly icon?: string;
            /** @description Short label of the status, such as `passed`. */
            readonly text?: string;
            /** @description Long label of the status, such as `passed with warnings`. */
            readonly label?: string;
            /** @description Group of statuses with the same appearance, such as `success`. */
            readonly group?: string;
            /** @description Text of the tooltip for the status. */
            readonly tooltip?: string;
            /** @description Whether the caller may open the details page of the status. */
            readonly has_details?: boolean;
            /** @description Path of the details page of the status, without the host. */
            readonly details_path?: string;
            /** @description Image that explains the status: its path, or an object with the path as `image`; null if none exists. */
            readonly illustration?: string | {
                readonly [key: string]: unknown;
            } | null;
            /** @description Path of the favicon for the status, without the host. */
            readonly favicon?: string;
        };
        /** @description A variable with which a pipeline was started. */
        readonly PipelineVariable: {
            /** @description Name of the variable. */
            readonly key?: string;
            /**
             * @description Form in which jobs receive the value; `ENV_VAR` if the service does not send it.
             * @default env_var
             */
            readonly variable_type?: components["schemas"]["PipelineVariableType"];
            /** @description Value of the variable, possibly a secret. */
            readonly value?: string;
        };
        /** @description Test results of a pipeline's jobs, with each test case. */
        readonly TestReport: {
            /** @description Total run time of all test cases in seconds. */
            readonly total_time?: number;
            /** @description Number of test cases in all suites. */
            readonly total_count?: number;
            /** @description Number of test cases that passed. */
            readonly success_count?: number;
            /** @description Number of test cases that failed. */
            readonly failed_count?: number;
            /** @description Number of test cases that were not run. */
            readonly skipped_count?: number;
            /** @description Number of test cases that ended with an error. */
            readonly error_count?: number;
            /** @description The suites of the report, usually one for each job. */
            readonly test_suites?: readonly components["schemas"]["TestSuite"][];
        };
        /** @description A suite of a test report with its test cases. */
        readonly TestSuite: {
            /** @description Name of the suite, usually that of the job. */
            readonly name?: string;
            /** @description Total run time of the test cases of the suite in seconds. */
            readonly total_time?: number;
            /** @description Number of test cases in the suite. */
            readonly total_count?: number;
            /** @description Number of test cases in the suite that passed. */
            readonly success_count?: number;
            /** @description Number of test cases in the suite that failed. */
            readonly failed_count?: number;
            /** @description Number of test cases in the suite that were not run. */
            readonly skipped_count?: number;
            /** @description Number of test cases in the suite that ended with an error. */
            readonly error_count?: number;
            /** @description All test cases of the suite, with any result. */
            readonly test_cases?: readonly components["schemas"]["TestCase"][];
        };
        /** @description One test case of a test report. */
        readonly TestCase: {
            /** @description Result of the test case, such as `success`, `failed`, `error` or `skipped`. */
            readonly status?: string;
            /** @description Name of the test case, as in its source code. */
            readonly name?: string;
            /** @description Class or file that contains the test case. */
            readonly classname?: string;
            /** @description Run time of the test case in seconds. */
            readonly execution_time?: number;
            /** @description Output of the test case, or the reason for its failure; an object is serialized as JSON. Null if none exists. */
            readonly system_output?: string | null;
            /** @description Stack trace of the failure; null if none exists. */
            readonly stack_trace?: string | null;
        };
        /** @description The counts of a pipeline's test report. */
        readonly TestReportSummary: {
            /** @description The counts over all suites. */
            readonly total?: components["schemas"]["TestReportTotals"];
            /** @description The counts of each suite. */
            readonly test_suites?: readonly components["schemas"]["TestSuiteSummary"][];
        };
        /** @description The counts of a test report over all its suites. */
        readonly TestReportTotals: {
            /** @description Total run time of all test cases in seconds. */
            readonly time?: number;
            /** @description Number of test cases in all suites. */
            readonly count?: number;
            /** @description Number of test cases that passed. */
            readonly success?: number;
            /** @description Number of test cases that failed. */
            readonly failed?: number;
            /** @description Number of test cases that were not run. */
            readonly skipped?: number;
            /** @description Number of test cases that ended with an error. */
            readonly error?: number;
            /** @description Reason why reports of the pipeline could not be read; null if all could. */
            readonly suite_error?: string | null;
        };
        /** @description The counts of one suite of a test report. */
        readonly TestSuiteSummary: {
            /** @description Name of the suite, usually that of the job. */
            readonly name?: string;
            /** @description Total run time of the test cases of the suite in seconds. */
            readonly total_time?: number;
            /** @description Number of test cases in the suite. */
            readonly total_count?: number;
            /** @description Number of test cases in the suite that passed. */
            readonly success_count?: number;
            /** @description Number of test cases in the suite that failed. */
            readonly failed_count?: number;
            /** @description Number of test cases in the suite that were not run. */
            readonly skipped_count?: number;
            /** @description Number of test cases in the suite that ended with an error. */
            readonly error_count?: number;
            /** @description Ids of the jobs that reported the suite. */
            readonly build_ids?: readonly number[];
            /** @description Reason why the report of the suite could not be read; null if it could. */
            readonly suite_error?: string | null;
        };
        /** @description Branch or tag to run a pipeline for, with its variables and inputs. */
        readonly CreatePipelineBody: {
            /** @description Branch or tag for whose latest commit the pipeline runs. */
            readonly ref: string;
            /** @description Variables for the jobs of this pipeline. */
            readonly variables?: readonly components["schemas"]["CreatePipelineVariable"][];
            /** @description Value of each input of the configuration, by its name; texts, booleans and numbers are accepted. */
            readonly inputs?: {
                readonly [key: string]: string | boolean | number;
            };
        };
        /** @description A variable for a new pipeline. */
        readonly CreatePipelineVariable: {
            /** @description Name of the variable. */
            readonly key: string;
            /** @description Value of the variable, possibly a secret. */
            readonly value: string;
            /**
             * @description Form in which jobs receive the value. Defaults to `ENV_VAR`.
             * @default env_var
             */
            readonly variable_type?: components["schemas"]["PipelineVariableType"];
        };
        /**
         * @description Attributes by which a list of projects can be ordered.
         * @enum {string}
         */
        readonly ProjectOrderField: "id" | "name" | "path" | "created_at" | "updated_at" | "last_activity_at";
        /** @description A project, which contains a repository with issues, merge requests, pipelines and settings. */
        readonly Project: {
            /**
             * Format: int64
             * @description Numeric id of the project, unique on the instance.
             */
            readonly id?: number;
            /** @description Free text about the project; null if not described. */
            readonly description?: string | null;
            /** @description Name of the project, without its namespace. */
            readonly name?: string;
            /** @description Name of the project, preceded by the names of its ancestor groups, separated by ` / `. */
            readonly name_with_namespace?: string;
            /** @description Last segment of the project's full path, unique in its namespace. */
            readonly path?: string;
            /** @description Path of the project with its namespace, separated by slashes: the full path that inputs accept. */
            readonly path_with_namespace?: string;
            /**
             * Format: date-time
             * @description Time when the project was created.
             */
            readonly created_at?: string;
            /** @description Name of the default branch; null while the repository is empty. */
            readonly default_branch?: string | null;
            /** @description Users who may see the project; null for anonymous callers. */
            readonly visibility?: components["schemas"]["Visibility"];
            /** @description Whether the project is archived, that is, read-only; null for anonymous callers. */
            readonly archived?: boolean;
            /**
             * Format: uri
             * @description URL of the project's page.
             */
            readonly web_url?: string;
            /**
             * Format: uri
             * @description URL of the project's avatar; null if the project has none.
             */
            readonly avatar_url?: string | null;
            /** @description Group or personal namespace that contains the project. */
            readonly namespace?: components["schemas"]["ProjectNamespace"];
            /** @description Status of the project's import; `NONE` for a project that was not imported, null for anonymous callers. */
            readonly import_status?: components["schemas"]["ImportStatus"];
            /** @description URL for cloning the repository by SSH; null if the response lacks it. */
            readonly ssh_url_to_repo?: string | null;
            /**
             * Format: uri
             * @description URL for cloning the repository by HTTP; null if the response lacks it.
             */
            readonly http_url_to_repo?: string | null;
            /**
             * Format: uri
             * @description URL of the README page; null if the project has no README.
             */
            readonly readme_url?: string | null;
            /** @description Topics of the project, for searching; null if the response lacks it. */
            readonly topics?: readonly string[] | null;
            /**
             * @deprecated
             * @description Topics of the project, under the older name; null if the response lacks it.
             */
            readonly tag_list?: readonly string[] | null;
            /** @description Number of users who have starred the project; null if the response lacks it. */
            readonly star_count?: number | null;
            /** @description Number of forks of the project; null if the caller may not see the repository. */
            readonly forks_count?: number | null;
            /** @description Number of open issues; null if the caller may not see them. */
            readonly open_issues_count?: number | null;
            /**
             * Format: date-time
             * @description Time of the last activity in the project; null if the response lacks it.
             */
            readonly last_activity_at?: string | null;
            /** @description Whether job tokens of the project may access only the projects that it allows; null if the caller may not see it. */
            readonly ci_job_token_scope_enabled?: boolean | null;
            /** @description Whether the project mirrors a remote repository; null if the caller may not see it. */
            readonly mirror?: boolean | null;
            /**
             * Format: uri
             * @description URL from which the repository was imported or is mirrored, with credentials masked; null if none exists.
             */
            readonly import_url?: string | null;
            /** @description Whether each update of the mirror starts pipelines; null without a mirror. */
            readonly mirror_trigger_builds?: boolean | null;
            /** @description Whether only protected branches are mirrored; null without a mirror or if never set. */
            readonly only_mirror_protected_branches?: boolean | null;
            /** @description Regular expression for the names of mirrored branches; null without a mirror or such a limit. */
            readonly mirror_branch_regex?: string | null;
        };
        /** @description The group or personal namespace that contains a project. */
        readonly ProjectNamespace: {
            /**
             * Format: int64
             * @description Numeric id of the namespace; for a group, the id of the group.
             */
            readonly id?: number;
            /** @description Name of the group or of the user. */
            readonly name?: string;
            /** @description Last segment of the namespace's path. */
            readonly path?: string;
            /** @description Kind of the namespace, `group` or `user`. */
            readonly kind?: string;
            /** @description Path of the namespace with its ancestor groups, separated by slashes. */
            readonly full_path?: string;
        };
        /**
         * @description Status of the latest pull from a mirrored repository.
         * @enum {string}
         */
        readonly PullMirrorUpdateStatus: "none" | "scheduled" | "started" | "finished" | "failed" | "canceled";
        /** @description The pull mirror of a project, which copies branches and tags of a remote repository. */
        readonly PullMirror: {
            /**
             * Format: int64
             * @description Numeric id of the mirror, unique on the instance.
             */
            readonly id?: number;
            /** @description Whether the mirror is enabled. */
            readonly enabled?: boolean;
            /**
             * Format: uri
             * @description URL of the mirrored repository, with credentials masked.
             */
            readonly url?: string;
            /** @description Status of the latest pull. */
            readonly update_status?: components["schemas"]["PullMirrorUpdateStatus"];
            /** @description Error of the last failed pull; null if none failed. */
            readonly last_error?: string | null;
            /**
             * Format: date-time
             * @description Time when the last pull ended; null before the first one.
             */
            readonly last_update_at?: string | null;
            /**
             * Format: date-time
             * @description Time when the last pull started; null before the first one.
             */
            readonly last_update_started_at?: string | null;
            /**
             * Format: date-time
             * @description Time of the last successful pull; null if none exists.
             */
            readonly last_successful_update_at?: string | null;
            /** @description Whether each update of the mirror starts pipelines. */
            readonly mirror_trigger_builds?: boolean;
            /** @description Whether only protected branches are mirrored; null if never set. */
            readonly only_mirror_protected_branches?: boolean | null;
            /** @description Whether pulls overwrite diverged branches with the mirrored ones. */
            readonly mirror_overwrites_diverged_branches?: boolean;
            /** @description Regular expression for the names of mirrored branches; null for no such limit. */
            readonly mirror_branch_regex?: string | null;
        };
        /** @description Settings of the pull mirror to change; what is absent stays as it is. */
        readonly UpdatePullMirrorBody: {
            /** @description Username for the mirrored repository. */
            readonly auth_user?: string;
            /** @description Password or token for the mirrored repository; never returned. */
            readonly auth_password?: string;
            /** @description Whether to mirror the repository; false removes pull mirroring. */
            readonly enabled?: boolean;
            /** @description Regular expression: only branches with matching names are mirrored. Requires `onlyMirrorProtectedBranches` to be disabled. */
            readonly mirror_branch_regex?: string;
            /** @description Whether pulls overwrite diverged branches with the mirrored ones. */
            readonly mirror_overwrites_diverged_branches?: boolean;
            /** @description Whether each update of the mirror starts pipelines. */
            readonly mirror_trigger_builds?: boolean;
            /** @description Whether to mirror only protected branches. Must be disabled for `mirrorBranchRegex`. */
            readonly only_mirror_protected_branches?: boolean;
            /**
             * Format: uri
             * @description URL of the repository to mirror; can contain credentials, which responses mask.
             */
            readonly url?: string;
        };
        /** @description Attributes of a new project that set up pull mirroring. */
        readonly CreateProjectWithPullMirrorBody: {
            /** @description Name of the project. Defaults to a name derived from `path`, which is then required. */
            readonly name?: string;
            /** @description Last segment of the full path of the project, which is created in the personal namespace of the caller. Defaults to a path derived from `name`, which is then required. */
            readonly path?: string;
            /**
             * Format: uri
             * @description URL of the repository to mirror; can contain a username and token.
             */
            readonly import_url: string;
            /** @description Whether to mirror the repository rather than import it once. */
            readonly mirror: boolean;
            /** @description Regular expression: only branches with matching names are mirrored. Requires `onlyMirrorProtectedBranches` to be disabled. */
            readonly mirror_branch_regex?: string;
            /** @description Whether each update of the mirror starts pipelines. */
            readonly mirror_trigger_builds?: boolean;
            /** @description Whether to mirror only protected branches. Must be disabled for `mirrorBranchRegex`. */
            readonly only_mirror_protected_branches?: boolean;
        };
        /** @description Attributes of a project that set up or remove pull mirroring. */
        readonly UpdateProjectPullMirrorBody: {
            /**
             * Format: uri
             * @description URL of the repository to mirror; can contain a username and token.
             */
            readonly import_url: string;
            /** @description Whether to mirror the repository; false removes the mirror. */
            readonly mirror: boolean;
            /** @description Regular expression: only branches with matching names are mirrored. Requires `onlyMirrorProtectedBranches` to be disabled. */
            readonly mirror_branch_regex?: string;
            /** @description Whether each update of the mirror starts pipelines. */
            readonly mirror_trigger_builds?: boolean;
            /** @description Whether to mirror only protected branches. Must be disabled for `mirrorBranchRegex`. */
            readonly only_mirror_protected_branches?: boolean;
        };
        /**
         * @description Order in which a resource group runs its waiting jobs.
         * @enum {string}
         */
        readonly ResourceGroupProcessMode: "unordered" | "oldest_first" | "newest_first" | "newest_ready_first";
        /** @description A named lock of a project. Of the jobs that use it, only one runs at a time, so that deployments do not overlap. */
        readonly ResourceGroup: {
            /**
             * Format: int64
             * @description Numeric id of the resource group, unique on the instance.
             */
            readonly id?: number;
            /** @description Key of the resource group, unique in its project, as in the CI/CD configuration. */
            readonly key?: string;
            /** @description Order in which waiting jobs run. */
            readonly process_mode?: components["schemas"]["ResourceGroupProcessMode"];
            /**
             * Format: date-time
             * @description Time when a job first used the resource group.
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Time when the resource group was last updated.
             */
            readonly updated_at?: string;
        };
        /** @description A job that holds a resource group or waits for it. */
        readonly ResourceGroupJob: components["schemas"]["JobAttributes"] & {
            /** @description Pipeline that the job is part of. */
            readonly pipeline?: components["schemas"]["JobPipeline"];
            /** @description Project that the job belongs to, as the job shows it. */
            readonly project?: components["schemas"]["JobProject"];
        };
        /** @description Changes to a resource group. */
        readonly UpdateResourceGroupBody: {
            /** @description New order in which waiting jobs run. */
            readonly process_mode?: components["schemas"]["ResourceGroupProcessMode"];
        };
        /**
         * @description Scope of a runner.
         * @enum {string}
         */
        readonly RunnerType: "instance_type" | "group_type" | "project_type";
        /**
         * @description Types by which runners can be filtered.
         * @enum {unknown}
         */
        readonly RunnerTypeFilter: "instance_type" | "group_type" | "project_type";
        /**
         * @description Contact of a runner with the service, independent of `paused`.
         * @enum {string}
         */
        readonly RunnerStatus: "online" | "offline" | "stale" | "never_contacted";
        /**
         * @description Statuses by which runners can be filtered.
         * @enum {string}
         */
        readonly RunnerStatusFilter: "online" | "offline" | "stale" | "never_contacted" | "active" | "paused";
        /**
         * @description Older filter words for the condition of a runner.
         * @enum {string}
         */
        readonly RunnerScope: "active" | "paused" | "online" | "offline";
        /**
         * @description Older filter words for the kind and condition of a runner, in the list of the instance.
         * @enum {string}
         */
        readonly InstanceRunnerScope: "specific" | "shared" | "active" | "paused" | "online" | "offline";
        /**
         * @description Branches and tags whose jobs a runner accepts.
         * @enum {string}
         */
        readonly RunnerAccessLevel: "not_protected" | "ref_protected";
        /**
         * @description Statuses by which the jobs of a runner can be filtered.
         * @enum {string}
         */
        readonly RunnerJobStatusFilter: "running" | "success" | "failed" | "canceled";
        /**
         * @description Attributes by which the jobs of a runner can be ordered.
         * @enum {string}
         */
        readonly RunnerJobOrderField: "id";
        /** @description A runner as jobs show it. */
        readonly RunnerSummary: {
            /**
             * Format: int64
             * @description Numeric id of the runner, unique on the instance.
             */
            readonly id?: number;
            /** @description Free text about the runner; null if none exists. */
            readonly description?: string | null;
            /** @description Whether the runner ignores new jobs. */
            readonly paused?: boolean;
            /**
             * @deprecated
             * @description Whether the runner takes new jobs, the opposite of being paused.
             */
            readonly active?: boolean;
            /**
             * @deprecated
             * @description Network address of the runner in former versions; now always empty.
             */
            readonly ip_address?: string;
            /** @description Whether the runner is available to all projects of the instance. */
            readonly is_shared?: boolean;
            /** @description Scope of the runner: the instance, a group or projects. */
            readonly runner_type?: components["schemas"]["RunnerType"];
            /** @description Name with which the runner registered; null if it has none. */
            readonly name?: string | null;
            /** @description Whether the runner is online; null if it never contacted the service. */
            readonly online?: boolean | null;
            /** @description Whether the runner contacted the service recently, long ago or never. */
            readonly status?: components["schemas"]["RunnerStatus"];
        };
        /** @description A runner as lists show it. */
        readonly RunnerListItem: components["schemas"]["RunnerSummary"] & {
            /** @description State of job execution, such as `idle`; an open set. */
            readonly job_execution_status?: string;
        };
        /** @description A runner, which executes the jobs of pipelines. */
        readonly Runner: components["schemas"]["RunnerListItem"] & {
            /**
             * @deprecated
             * @description Processor architecture of the runner's machine, such as `amd64`; null if unknown.
             */
            readonly architecture?: string | null;
            /**
             * @deprecated
             * @description Operating system of the runner's machine, such as `linux`; null if unknown.
             */
            readonly platform?: string | null;
            /**
             * @deprecated
             * @description Version of the runner's software; null if unknown.
             */
            readonly version?: string | null;
            /**
             * @deprecated
             * @description Source revision of the runner's software; null if unknown.
             */
            readonly revision?: string | null;
            /**
             * Format: date-time
             * @description Time when the runner last contacted the service; null if it never did.
             */
            readonly contacted_at?: string | null;
            /** @description Maintenance note about the runner, at most 1024 characters; null if none exists. */
            readonly maintenance_note?: string | null;
            /** @description Projects to which a project runner is assigned; empty or null for other runners. */
            readonly projects?: readonly components["schemas"]["RunnerProject"][] | null;
            /** @description Tags of the runner, by which jobs select it. */
            readonly tag_list?: readonly string[];
            /** @description Branches and tags whose jobs the runner accepts. */
            readonly access_level?: components["schemas"]["RunnerAccessLevel"];
            /** @description Maximum run time of a job on the runner in seconds; null if the runner has no limit of its own. */
            readonly maximum_timeout?: number | null;
            /** @description Whether the runner cannot be assigned to further projects; null if the response lacks it. */
            readonly locked?: boolean | null;
            /** @description Whether the runner also accepts jobs without tags; null if the response lacks it. */
            readonly run_untagged?: boolean | null;
            /** @description Groups whose projects can use a group runner; empty or null for other runners. */
            readonly groups?: readonly components["schemas"]["RunnerGroup"][] | null;
        };
        /** @description A group that a runner works for. */
        readonly RunnerGroup: {
            /**
             * Format: int64
             * @description Numeric id of the group, unique on the instance.
             */
            readonly id?: number;
            /**
             * Format: uri
             * @description URL of the group's page.
             */
            readonly web_url?: string;
            /** @description Name of the group, without its ancestor groups. */
            readonly name?: string;
        };
        /** @description A project that a runner is assigned to. */
        readonly RunnerProject: {
            /**
             * Format: int64
             * @description Numeric id of the project, unique on the instance.
             */
            readonly id?: number;
            /** @description Name of the project for display. */
            readonly name?: string;
            /** @description Name for display with those of the groups around it, as in `Group / Project`. */
            readonly name_with_namespace?: string;
            /** @description Last part of the project's address. */
            readonly path?: string;
            /** @description Full path of the project with those of its groups, as in `group/project`. */
            readonly path_with_namespace?: string;
        };
        /** @description A job as the list of a runner's jobs shows it. */
        readonly RunnerJob: components["schemas"]["JobAttributes"] & {
            /** @description Pipeline that the job is part of, in short form. */
            readonly pipeline?: components["schemas"]["RunnerJobPipeline"];
            /** @description Project that the job belongs to, in short form. */
            readonly project?: components["schemas"]["RunnerJobProject"];
        };
        /** @description The pipeline of a job in the short form that a runner's jobs carry. */
        readonly RunnerJobPipeline: {
            /**
             * Format: int64
             * @description Numeric id of the pipeline, unique on the instance.
             */
            readonly id?: number;
            /** @description SHA of the commit for which the pipeline runs. */
            readonly sha?: string;
            /** @description Branch or tag for which the pipeline runs. */
            readonly ref?: string;
            /** @description Current status of the pipeline. */
            readonly status?: components["schemas"]["PipelineStatus"];
        };
        /** @description The project of a job in the short form that a runner's jobs carry. */
        readonly RunnerJobProject: {
            /**
             * Format: int64
             * @description Numeric id of the project, unique on the instance.
             */
            readonly id?: number;
            /** @description Free text about the project; null if not described. */
            readonly description?: string | null;
            /** @description Name of the project for display. */
            readonly name?: string;
            /** @description Name for display with those of the groups around it, as in `Group / Project`. */
            readonly name_with_namespace?: string;
            /** @description Last part of the project's address. */
            readonly path?: string;
            /** @description Full path of the project with those of its groups, as in `group/project`. */
            readonly path_with_namespace?: string;
            /**
             * Format: date-time
             * @description When the project was created.
             */
            readonly created_at?: string;
        };
        /** @description A runner that was just created, with its token. Everything else is read from the runner itself. */
        readonly CreatedRunner: {
            /**
             * Format: int64
             * @description Numeric id of the new runner, unique on the instance.
             */
            readonly id?: number;
            /** @description Authentication token for the configuration of the runner. Shown only now; keep it safe. */
            readonly token?: string;
            /**
             * Format: date-time
             * @description When the token expires; null if it never does.
             */
            readonly token_expires_at?: string | null;
        };
        /** @description Settings of a runner to change; what is absent stays as it is. */
        readonly UpdateRunnerBody: {
            /** @description Free text about the runner. */
            readonly description?: string;
            /**
             * @deprecated
             * @description Whether the runner shall take new jobs, the opposite of being paused.
             */
            readonly active?: boolean;
            /** @description Whether the runner ignores new jobs. */
            readonly paused?: boolean;
            /** @description All tags of the runner, by which jobs select it. */
            readonly tag_list?: readonly string[];
            /** @description Whether the runner also accepts jobs without tags. */
            readonly run_untagged?: boolean;
            /** @description Whether the runner cannot be assigned to further projects. */
            readonly locked?: boolean;
            /** @description Branches and tags whose jobs the runner accepts. */
            readonly access_level?: components["schemas"]["RunnerAccessLevel"];
            /** @description Maximum run time of a job on the runner in seconds. */
            readonly maximum_timeout?: number | null;
            /** @description Maintenance note about the runner, at most 1024 characters. */
            readonly maintenance_note?: string;
        };
        /** @description Kind, owner and settings of the runner to create. */
        readonly CreateRunnerBody: {
            /** @description Whom the runner shall work for: the instance, a group or projects. */
            readonly runner_type: components["schemas"]["RunnerType"];
            /**
             * Format: int64
             * @description Number of the group that it is for; needed for a group runner and only there.
             */
            readonly group_id?: number;
            /**
             * Format: int64
             * @description Number of the project that it is for; needed for a project runner and only there.
             */
            readonly project_id?: number;
            /** @description Free text about the runner. */
            readonly description?: string;
            /** @description Whether the runner is paused initially: ignores new jobs. */
            readonly paused?: boolean;
            /** @description Whether the runner cannot be assigned to further projects. */
            readonly locked?: boolean;
            /** @description Whether the runner also accepts jobs without tags. */
            readonly run_untagged?: boolean;
            /** @description Tags of the runner, by which jobs select it. */
            readonly tag_list?: readonly string[];
            /** @description Branches and tags whose jobs the runner accepts. */
            readonly access_level?: components["schemas"]["RunnerAccessLevel"];
            /** @description Maximum run time of a job on the runner in seconds. */
            readonly maximum_timeout?: number;
            /** @description Maintenance note about the runner, at most 1024 characters. */
            readonly maintenance_note?: string;
        };
        /** @description A service account as the list of the whole instance shows it. */
        readonly ServiceAccountListItem: {
            /**
             * Format: int64
             * @description Numeric id of the user of the service account.
             */
            readonly id?: number;
            /** @description Username of the account, unique on the instance. */
            readonly username?: string;
            /** @description Display name of the account, `Service account user` by default. */
            readonly name?: string;
        };
        /** @description A user for a program instead of a person. */
        readonly ServiceAccount: components["schemas"]["ServiceAccountListItem"] & {
            /**
             * Format: email
             * @description Confirmed email address of the account, a generated no-reply address if none was chosen.
             */
            readonly email?: string;
            /**
             * Format: email
             * @description Email address that awaits confirmation; null if none exists. For accounts of the whole instance, null outside of payloads, because no read returns it.
             */
            readonly unconfirmed_email?: string;
        };
        /**
         * @description Attributes by which service accounts can be ordered.
         * @enum {string}
         */
        readonly ServiceAccountOrderField: "id" | "username";
        /** @description A personal access token of a service account, without the secret itself. */
        readonly ServiceAccountToken: {
            /**
             * Format: int64
             * @description Numeric id of the token. Inputs require the global id.
             */
            readonly id?: number;
            /** @description Name of the token, which states its purpose. */
            readonly name?: string;
            /** @description Whether the token was revoked and is no longer valid. */
            readonly revoked?: boolean;
            /**
             * Format: date-time
             * @description Time when the token was created.
             */
            readonly created_at?: string;
            /** @description Purpose of the token as free text; null if none exists. */
            readonly description?: string | null;
            /** @description Scopes of the token, such as `api`, `read_user` or `read_repository`. */
            readonly scopes?: readonly string[];
            /**
             * Format: int64
             * @description User of the service account, who owns the token.
             */
            readonly user_id?: number;
            /**
             * Format: date-time
             * @description Time when the token was last used; null if it never was.
             */
            readonly last_used_at?: string | null;
            /** @description Whether the token is valid, that is, neither revoked nor expired. */
            readonly active?: boolean;
            /**
             * Format: date
             * @description Day on which the token expires; null if it does not expire.
             */
            readonly expires_at?: string | null;
        };
        /** @description A personal access token that was just created or rotated, with its secret. */
        readonly CreatedServiceAccountToken: components["schemas"]["ServiceAccountToken"] & {
            /** @description The secret token itself, shown this one time only. */
            readonly token?: string;
        };
        /** @description The service account to create for the whole instance. */
        readonly CreateInstanceServiceAccountBody: {
            /**
             * @description Display name of the account. Defaults to `Service account user`.
             * @default Service account user
             */
            readonly name?: string;
            /** @description Username of the account. Defaults to a generated one with the prefix `service_account_`. */
            readonly username?: string;
            /**
             * Format: email
             * @description Email address of the account. Defaults to a generated no-reply address. A custom address needs confirmation, unless the instance has that switched off.
             */
            readonly email?: string;
        };
        /** @description Changes to a service account of the instance; what is left out stays. */
        readonly UpdateInstanceServiceAccountBody: {
            /** @description Display name of the account. */
            readonly name?: string;
            /** @description New username of the account, unique on the instance. */
            readonly username?: string;
            /**
             * Format: email
             * @description New email address of the account, which replaces the old one once it is confirmed.
             */
            readonly email?: string;
        };
        /** @description The service account to create for a group. */
        readonly CreateGroupServiceAccountBody: {
            /**
             * @description Display name of the account. Defaults to `Service account user`.
             * @default Service account user
             */
            readonly name?: string;
            /** @description Username of the account. Defaults to a generated one with the prefix `service_account_group_` for an account of a group and `service_account_` for one of the whole instance. */
            readonly username?: string;
            /**
             * Format: email
             * @description Email address of the account. Defaults to a generated one: with the prefix `service_account_group_` for an account of a group, a no-reply address for one of the whole instance. A custom address requires confirmation, unless it has a verified domain of the group or the instance disables confirmation.
             */
            readonly email?: string;
        };
        /** @description Changes to a service account of a group; what is left out stays. */
        readonly UpdateGroupServiceAccountBody: {
            /** @description Display name of the account. */
            readonly name?: string;
            /** @description New username of the account, unique on the instance. Rejected for an account with a composite identity. */
            readonly username?: string;
            /**
             * Format: email
             * @description New email address of the account, which replaces the old one after its confirmation. An address with a verified domain of the group requires no confirmation.
             */
            readonly email?: string;
        };
        /** @description The personal access token to create for a service account. */
        readonly CreateServiceAccountTokenBody: {
            /** @description Name of the token, which states its purpose. */
            readonly name: string;
            /** @description Purpose of the token as free text. */
            readonly description?: string;
            /** @description Scopes of the token, such as `api`, `read_user` or `read_repository`. */
            readonly scopes: readonly string[];
            /**
             * Format: date
             * @description Day on which the token expires. Defaults to the latest day that the service allows.
             */
            readonly expires_at?: string;
        };
        /** @description How long the token that replaces the old one shall be accepted. */
        readonly RotateServiceAccountTokenBody: {
            /**
             * Format: date
             * @description Day on which the new token expires. Defaults to one week from now if tokens must expire, and otherwise to the latest day that the service allows.
             */
            readonly expires_at?: string;
        };
        /**
         * @description State of an account, independent of `locked`.
         * @enum {string}
         */
        readonly UserState: "active" | "blocked" | "deactivated";
        /**
         * @description Attributes by which a list of users can be ordered.
         * @enum {string}
         */
        readonly UserOrderField: "id" | "name" | "username" | "created_at" | "updated_at";
        /**
         * @description States by which users can be filtered.
         * @enum {string}
         */
        readonly UserStateFilter: "active" | "blocked" | "inactive";
        /**
         * @description Kinds of users to which a list can be limited.
         * @enum {string}
         */
        readonly UserKindFilter: "human" | "external" | "administrator" | "auditor" | "without_projects";
        /**
         * @description Kinds of users that a list can exclude.
         * @enum {string}
         */
        readonly UserKindExclusion: "human" | "external" | "internal" | "project_bot" | "ldap";
        /**
         * @description Use of two-factor authentication by which users can be filtered.
         * @enum {string}
         */
        readonly UserTwoFactorFilter: "enabled" | "disabled";
        /** @description A key and value that administrators set on a user or group. Visible to administrators only. */
        readonly CustomAttribute: {
            /** @description Name of the attribute, unique on its user or group. */
            readonly key?: string;
            /** @description Text that the administrators stored under this key. */
            readonly value?: string;
        };
        /** @description A custom attribute with its exact value. */
        readonly CustomAttributeFilter: {
            /** @description Name of the attribute. */
            readonly key: string;
            /** @description Value that the attribute must have. */
            readonly value: string;
        };
        /** @description An account at an external identity provider. */
        readonly UserIdentityFilter: {
            /** @description Name of the identity provider; `scim` in Premium and Ultimate. */
            readonly provider: string;
            /** @description Id of the user at the provider. */
            readonly extern_uid: string;
        };
        /** @description A user as other responses embed it. */
        readonly UserSummary: {
            /**
             * Format: int64
             * @description Numeric id of the user, unique on the instance.
             */
            readonly id?: number;
            /** @description Unique name of the user, as in mentions and URLs. */
            readonly username?: string;
            /** @description Full name of the user. It may be redacted for callers who are not allowed to see it. */
            readonly name?: string;
            /** @description State of the account. */
            readonly state?: components["schemas"]["UserState"];
            /** @description Whether the account is locked after failed sign-in attempts; independent of the state. */
            readonly locked?: boolean;
            /**
             * Format: uri
             * @description URL of the user's avatar.
             */
            readonly avatar_url?: string;
            /**
             * Format: uri
             * @description URL of the user's profile page.
             */
            readonly web_url?: string;
        };
        /** @description A user as merge requests embed it, with the public email address. */
        readonly MergeRequestUser: components["schemas"]["UserSummary"] & {
            /**
             * Format: email
             * @description Email address that the user shows publicly; empty or null if none exists.
             */
            readonly public_email?: string;
        };
        /** @description A user as the user list gives it to everybody. */
        readonly UserListItem: components["schemas"]["UserSummary"] & {
            /** @description Custom attributes of the user. Administrators only; null for others. */
            readonly custom_attributes?: readonly components["schemas"]["CustomAttribute"][];
        };
        /** @description The account of the caller, with its profile and what others do not see of it. */
        readonly CurrentUser: components["schemas"]["UserSummary"] & components["schemas"]["UserProfile"];
        /** @description A user with profile and, for administrators, further attributes, some of which callers also see of their own account. Fields that lists of users lack, such as `createdAt`, require a signed-in caller; for others, they are null with an error `UNAUTHENTICATED`. */
        readonly User: components["schemas"]["UserListItem"] & components["schemas"]["UserProfile"];
        /** @description What the profile of a user tells and, for administrators, what they alone see. */
        readonly UserProfile: {
            /**
             * Format: date-time
             * @description Time when the account was created.
             */
            readonly created_at?: string;
            /** @description Free text of the user about themselves. */
            readonly bio?: string;
            /** @description Whether the account belongs to a program instead of a person. */
            readonly bot?: boolean;
            /** @description Location of the user, as free text. */
            readonly location?: string;
            /**
             * Format: email
             * @description Email address that the user shows publicly; empty or null if none exists.
             */
            readonly public_email?: string;
            /** @description Account of the user on the first social network of the profile; empty if not set. */
            readonly profile_link_a?: string;
            /** @description Account of the user on the second social network of the profile; empty if not set. */
            readonly profile_link_b?: string;
            /** @description Account of the user on the third social network of the profile; empty if not set. */
            readonly profile_link_c?: string;
            /** @description Account of the user on the fourth social network of the profile; empty if not set. */
            readonly profile_link_d?: string;
            /**
             * Format: uri
             * @description URL of the user's website; empty if not set.
             */
            readonly website_url?: string;
            /** @description Organization of the user, as free text. */
            readonly organization?: string;
            /** @description Job title of the user, as free text. */
            readonly job_title?: string;
            /** @description Pronouns of the user, as free text. */
            readonly pronouns?: string;
            /** @description Job title and organization of the user in one line. */
            readonly work_information?: string;
            /** @description Number of users who follow this user. */
            readonly followers?: number;
            /** @description Number of users whom this user follows. */
            readonly following?: number;
            /** @description Time of day in the time zone of the user's profile, such as `3:38 PM`. */
            readonly local_time?: string;
            /** @description Whether the caller follows this user. */
            readonly is_followed?: boolean;
            /**
             * Format: email
             * @description Primary email address of the account. Administrators and the user only; null for others.
             */
            readonly email?: string;
            /** @description Whether the user administers the instance. Administrators only; null for others. */
            readonly is_admin?: boolean;
            /**
             * Format: date-time
             * @description Time of the sign-in before the latest one; null if there was none. Administrators and the user only; null for others.
             */
            readonly last_sign_in_at?: string;
            /**
             * Format: date-time
             * @description Time when the email address was confirmed; null until then. Administrators and the user only; null for others.
             */
            readonly confirmed_at?: string;
            /**
             * Format: date-time
             * @description Time of the latest sign-in; null if there was none. Administrators and the user only; null for others.
             */
            readonly current_sign_in_at?: string;
            /** @description Id of the navigation theme that the user chose. Administrators and the user only; null for others. */
            readonly theme_id?: number;
            /** @description Id of the syntax highlighting theme that the user chose. Administrators and the user only; null for others. */
            readonly color_scheme_id?: number;
            /** @description Number of projects the user may own in the personal namespace. Administrators and the user only; null for others. */
            readonly projects_limit?: number;
            /**
             * Format: date
             * @description Day of the user's last activity; null if there was none. Administrators and the user only; null for others.
             */
            readonly last_activity_on?: string;
            /** @description Note of administrators about the account. Administrators only; null for others. */
            readonly note?: string;
            /** @description Accounts at external identity providers through which the user signs in. Administrators and the user only; null for others. */
            readonly identities?: readonly components["schemas"]["UserIdentity"][];
            /** @description Whether the user may create top-level groups. Administrators only; null for others. */
            readonly can_create_group?: boolean;
            /** @description Whether the user may create projects. Administrators only; null for others. */
            readonly can_create_project?: boolean;
            /** @description Whether the user has enabled two-factor authentication. Administrators only; null for others. */
            readonly two_factor_enabled?: boolean;
            /** @description Whether the user is external: sees only explicitly shared groups and projects. Administrators only; null for others. */
            readonly external?: boolean;
            /** @description Whether the user hides the profile from other users. Administrators only; null for others. */
            readonly private_profile?: boolean;
            /** @description IP address of the latest sign-in; null if there was none. Administrators only; null for others. */
            readonly current_sign_in_ip?: string;
            /** @description IP address of the sign-in before the latest one; null if there was none. Administrators only; null for others. */
            readonly last_sign_in_ip?: string;
            /**
             * Format: int64
             * @description Id of the user's personal namespace. Administrators only; null for others.
             */
            readonly namespace_id?: number;
            /** @description User who created the account; null if the user registered themselves. Administrators only; null for others. */
            readonly created_by?: components["schemas"]["UserSummary"] | null;
            /**
             * Format: email
             * @description Email address for commits of the user in the web interface. Administrators only; null for others.
             */
            readonly commit_email?: string;
            /** @description Subscription plan of the user's personal namespace. Enterprise edition. Administrators only; null for others. */
            readonly plan?: string;
            /** @description Whether the subscription plan of the user's personal namespace is a trial. Enterprise edition. Administrators only; null for others. */
            readonly trial?: boolean;
            /** @description Number of times the user has signed in. Administrators only; null for others. */
            readonly sign_in_count?: number;
            /** @description Compute minutes per month on instance runners for the personal namespace. Premium and Ultimate. Administrators only; null for others. */
            readonly shared_runners_minutes_limit?: number;
            /** @description Compute minutes purchased in addition to the monthly ones. Premium and Ultimate. Administrators only; null for others. */
            readonly extra_shared_runners_minutes_limit?: number;
            /** @description Whether the user is an auditor, who has read access to everything. Premium and Ultimate. Administrators only; null for others. */
            readonly is_auditor?: boolean;
            /** @description Whether the account uses a paid seat of the license. Premium and Ultimate. Administrators only; null for others. */
            readonly using_license_seat?: boolean;
            /**
             * Format: int64
             * @description Id of the group that provisioned the account, null if none did. Premium and Ultimate. Administrators only; null for others.
             */
            readonly provisioned_by_group_id?: number;
            /** @description SCIM identities with which groups provision the account. Premium and Ultimate. Administrators only; null for others. */
            readonly scim_identities?: readonly components["schemas"]["UserScimIdentity"][];
        };
        /** @description An account at an external identity provider through which a user signs in. */
        readonly UserIdentity: {
            /** @description Name of the identity provider, such as `group_saml` for the SAML sign-in of a group. */
            readonly provider?: string;
            /** @description Id of the user at the external identity provider. */
            readonly extern_uid?: string;
            /**
             * Format: int64
             * @description Id of the group's SAML configuration; only with the provider `group_saml`.
             */
            readonly saml_provider_id?: number;
        };
        /** @description A SCIM identity with which a group provisions an account. */
        readonly UserScimIdentity: {
            /** @description Id of the user in the directory. */
            readonly extern_uid?: string;
            /**
             * Format: int64
             * @description Id of the group that the directory provisions for.
             */
            readonly group_id?: number;
            /** @description Whether the directory still grants the user access to the group. */
            readonly active?: boolean;
        };
        /**
         * @description File format of a vulnerability export.
         * @enum {string}
         */
        readonly VulnerabilityExportFormat: "csv" | "pdf";
        /**
         * @description Progress of a vulnerability export.
         * @enum {string}
         */
        readonly VulnerabilityExportStatus: "created" | "finished";
        /** @description An export of the vulnerabilities of a project, a group or the projects of a security dashboard. */
        readonly VulnerabilityExport: {
            /**
             * Format: int64
             * @description Numeric id of the export, unique on the instance.
             */
            readonly id?: number;
            /**
             * Format: date-time
             * @description Time when the export was requested; null if not known yet.
             */
            readonly created_at?: string;
            /**
             * Format: int64
             * @description Numeric id of the exported project; null for exports of another kind.
             */
            readonly project_id?: number | null;
            /**
             * Format: int64
             * @description Numeric id of the exported group; null for exports of another kind.
             */
            readonly group_id?: number | null;
            /** @description Format of the exported file; null if not known yet. */
            readonly format?: components["schemas"]["VulnerabilityExportFormat"];
            /** @description Progress of the export: `FINISHED` if the file is ready for download. */
            readonly status?: components["schemas"]["VulnerabilityExportStatus"];
            /**
             * Format: date-time
             * @description Time when the creation of the file started; null until the export has finished.
             */
            readonly started_at?: string | null;
            /**
             * Format: date-time
             * @description Time when the file was completed; null until the export has finished.
             */
            readonly finished_at?: string | null;
            /** @description Whether the author of the export receives an email on completion; null unless a project is exported. */
            readonly send_email?: boolean;
            /**
             * Format: date-time
             * @description Time when the service deletes the export; null if not known yet.
             */
            readonly expires_at?: string | null;
            /** @description Addresses of the export and of its file in the service. */
            readonly _links?: components["schemas"]["VulnerabilityExportLinks"];
        };
        /** @description Addresses of a vulnerability export in the service, which need the same credential. */
        readonly VulnerabilityExportLinks: {
            /** @description Address of the export itself in the service. */
            readonly self?: string;
            /** @description Address of the file in the service, usable once the export has finished. */
            readonly download?: string;
        };
        /** @description Kind of file to make of a project's vulnerabilities, and whether to send an email about it. */
        readonly CreateProjectVulnerabilityExportBody: {
            /** @description Whether to send the caller an email when the export has finished. */
            readonly send_email?: boolean;
            /**
             * @description Format of the file. Defaults to `CSV`. Rejected for an export of the dashboard.
             * @default csv
             */
            readonly export_format?: components["schemas"]["VulnerabilityExportFormat"];
            /** @description Assets for a PDF report, such as SVG strings, by the name of the report component. Rejected for an export of the dashboard. */
            readonly report_data?: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Kind of file to make of the vulnerabilities of a group's projects. */
        readonly CreateGroupVulnerabilityExportBody: {
            /**
             * @description Format of the file. Defaults to `CSV`. Rejected for an export of the dashboard.
             * @default csv
             */
            readonly export_format?: components["schemas"]["VulnerabilityExportFormat"];
            /** @description Assets for a PDF report, such as SVG strings, by the name of the report component. Rejected for an export of the dashboard. */
            readonly report_data?: {
                readonly [key: string]: unknown;
            };
        };
        /**
         * @description Kinds of scans that find vulnerabilities.
         * @enum {string}
         */
        readonly VulnerabilityTool: "sast" | "dast" | "dependency_scanning" | "container_scanning" | "secret_detection" | "coverage_fuzzing" | "api_fuzzing" | "cluster_image_scanning" | "generic";
        /**
         * @description Review status of a vulnerability.
         * @enum {string}
         */
        readonly VulnerabilityStatus: "detected" | "confirmed" | "dismissed" | "resolved";
        /**
         * @description Severity rating of a vulnerability.
         * @enum {string}
         */
        readonly VulnerabilitySeverity: "critical" | "high" | "medium" | "low" | "info";
        /** @description One vulnerability of a CSV export. Empty columns are null. Each field is the column of the same name, whose header has spaces between the words. */
        readonly VulnerabilityExportRow: {
            /**
             * Group Name
             * @description Name of the group of the project.
             */
            readonly group_name?: string;
            /**
             * Project Name
             * @description Name of the project in which the vulnerability was found.
             */
            readonly project_name?: string;
            /**
             * Tool
             * @description Kind of scan that found the vulnerability.
             */
            readonly tool?: components["schemas"]["VulnerabilityTool"];
            /**
             * Scanner Name
             * @description Name of the scanner, such as `Semgrep` or `Trivy`.
             */
            readonly scanner_name?: string;
            /**
             * Status
             * @description Review status of the vulnerability.
             */
            readonly status?: components["schemas"]["VulnerabilityStatus"];
            /**
             * Vulnerability
             * @description Title of the vulnerability.
             */
            readonly vulnerability?: string;
            /**
             * Details
             * @description Description of the vulnerability, possibly in several lines.
             */
            readonly details?: string;
            /**
             * Additional Info
             * @description Further text of the scanner, in addition to title and details.
             */
            readonly additional_info?: string;
            /**
             * Severity
             * @description Severity rating of the vulnerability.
             */
            readonly severity?: components["schemas"]["VulnerabilitySeverity"];
            /**
             * CVE
             * @description CVE id of the vulnerability, such as `CVE-2019-14697`.
             */
            readonly cve?: string;
            /**
             * CWE
             * @description CWE id of the weakness, such as `CWE-89`.
             */
            readonly cwe?: string;
            /**
             * Other Identifiers
             * @description Identifiers of the vulnerability other than CVE and CWE, in one string.
             */
            readonly other_identifiers?: string;
            /**
             * Detected At
             * Format: date-time
             * @description Time of the detection, to the second; in UTC in the file.
             */
            readonly detected_at?: string;
            /**
             * Location
             * @description Location of the vulnerability, as the scanner reports it: file, lines, image, package or address.
             */
            readonly location?: string;
            /**
             * Activity
             * Format: boolean
             * @description Whether the latest scan of the default branch no longer finds the vulnerability.
             */
            readonly activity?: string;
            /**
             * Comments
             * @description Changes of the status with time, author and comment, possibly in several lines.
             */
            readonly comments?: string;
            /**
             * Full Path
             * @description Path of the project or of the vulnerability in it.
             */
            readonly full_path?: string;
            /**
             * CVSS Vectors
             * @description CVSS vectors of the vulnerability, by vendor.
             */
            readonly cvss_vectors?: string;
            /**
             * Dismissal Reason
             * @description Reason for the dismissal; null unless the vulnerability was dismissed.
             */
            readonly dismissal_reason?: string;
        };
    };
    responses: {
        /** @description A refusal or failure. The documents do not show the body; several forms are in use. */
        readonly Error: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Done; there is no body. */
        readonly NoContent: {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description The project, as its numeric id or its full path. */
        readonly ProjectId: number | string;
        /** @description The group, as its numeric id or its full path. */
        readonly GroupId: number | string;
        /** @description Number of the page, from 1. */
        readonly Page: number;
        /** @description Items on a page; 20 when absent, at most 100. */
        readonly PerPage: number;
        /** @description Set to `keyset` to page by the next link of each response instead of by page numbers. */
        readonly Pagination: "keyset";
        /** @description Position of the next keyset page, as the next link of the previous response gave it. */
        readonly KeysetCursor: string;
        /** @description Position of the next keyset page by id, as the next link of the previous response gave it. */
        readonly KeysetIdAfter: number;
        /** @description Name of the feature flag, in words joined by underscores. */
        readonly FeatureFlagName: string;
        /** @description The flow, by its id. */
        readonly FlowId: number;
        /** @description Groups to exclude from the list, as global ids or numeric ids. */
        readonly GroupFilterSkipGroups: readonly number[];
        /** @description Whether all groups that the caller may see are listed, not just those the caller belongs to. False for users and true for administrators when absent; has no effect beside a filter by ownership or least role, nor for callers who are not signed in, who see every public group. */
        readonly GroupFilterAllAvailable: boolean;
        /** @description Only groups whose name or path contains this text. */
        readonly GroupFilterSearch: string;
        /** @description Attribute by which the groups are ordered. Defaults to the name. */
        readonly GroupFilterOrderBy: components["schemas"]["GroupOrderField"];
        /** @description Direction of the order. Defaults to ascending. */
        readonly GroupFilterSort: components["schemas"]["SortOrder"];
        /** @description Whether each group comes with its storage figures. Administrators only. */
        readonly GroupFilterStatistics: boolean;
        /** @description Only groups of exactly this visibility. */
        readonly GroupFilterVisibility: components["schemas"]["Visibility"];
        /** @description Whether each group comes with the custom attributes set on it. Administrators only. */
        readonly GroupFilterWithCustomAttributes: boolean;
        /** @description True keeps groups that the caller owns. It takes precedence over `all_available`. */
        readonly GroupFilterOwned: boolean;
        /** @description Only groups in which the caller has at least this role. */
        readonly GroupFilterMinAccessLevel: components["schemas"]["MinAccessLevelFilter"];
        /** @description Whether only top-level groups are listed, which have no parent group. */
        readonly GroupFilterTopLevelOnly: boolean;
        /** @description Only groups whose repositories are in the storage with this name. Premium and Ultimate. Administrators only; no effect for others. */
        readonly GroupFilterRepositoryStorage: string;
        /** @description Only groups that were marked for deletion on this day. Premium and Ultimate. */
        readonly GroupFilterMarkedForDeletionOn: string;
        /** @description True keeps groups that are neither archived nor marked for deletion, false the others. */
        readonly GroupFilterActive: boolean;
        /** @description True keeps archived groups only, false those that are not archived. */
        readonly GroupFilterArchived: boolean;
        /** @description Email address to which the invitation was sent. */
        readonly InvitationEmail: string;
        /** @description The label, as its numeric id or its title. A title of digits only is taken for an id, and an update of a label titled "promote" has to give the id. */
        readonly LabelId: number | string;
        /** @description Whether labels of ancestor groups are included. Defaults to true. */
        readonly LabelIncludeAncestorGroups: boolean;
        /** @description The custom member role, by its id. */
        readonly MemberRoleId: number;
        /** @description Numeric id of the approval rule, unique on the instance. */
        readonly ApprovalRuleId: number;
        /** @description Number of the merge request within its project, as in `!12`. */
        readonly MergeRequestIid: number;
        /** @description Only merge requests with these numbers within the project. */
        readonly MergeRequestIidsFilter: readonly number[];
        /** @description Only those approved by all of these users, at most 5 numbers; or those with no approval at all, or with at least one. */
        readonly MergeRequestApprovedByIdsFilter: readonly number[] | components["schemas"]["NoneOrAny"];
        /** @description Only those approved by all of these users, at most 5 usernames; or those with no approval at all, or with at least one. */
        readonly MergeRequestApprovedByUsernamesFilter: readonly string[] | components["schemas"]["NoneOrAny"];
        /** @description Only those that all of these users, by numeric id, are eligible to approve; or those without any eligible approver, or with at least one. Premium and Ultimate. */
        readonly MergeRequestApproverIdsFilter: readonly number[] | components["schemas"]["NoneOrAny"];
        /** @description Only those assigned to the user with this numeric id, or to nobody, or to somebody. Not together with assignee usernames. */
        readonly MergeRequestAssigneeIdFilter: number | components["schemas"]["NoneOrAny"];
        /** @description Only those assigned to the users with these usernames. Not together with an assignee's numeric id. */
        readonly MergeRequestAssigneeUsernamesFilter: readonly string[];
        /** @description Only those that the user with this numeric id created. Not together with an author's username. In the list of the whole instance, combine it with the scope "all" or "assigned to me". */
        readonly MergeRequestAuthorIdFilter: number;
        /** @description Only those that the user with this username created. Not together with an author's numeric id. */
        readonly MergeRequestAuthorUsernameFilter: string;
        /** @description Created at this time or later. */
        readonly MergeRequestCreatedAfterFilter: string;
        /** @description Created at this time or earlier. */
        readonly MergeRequestCreatedBeforeFilter: string;
        /** @description Deployed after this time. */
        readonly MergeRequestDeployedAfterFilter: string;
        /** @description Deployed before this time. */
        readonly MergeRequestDeployedBeforeFilter: string;
        /** @description Deployed to the environment with this name. */
        readonly MergeRequestEnvironmentFilter: string;
        /** @description Attributes to search. Defaults to title and description. No effect without `search`. */
        readonly MergeRequestSearchInFilter: readonly components["schemas"]["MergeRequestSearchField"][];
        /** @description Only those that carry all of these labels, by name; or those without any label, or with at least one. */
        readonly MergeRequestLabelsFilter: readonly string[] | components["schemas"]["NoneOrAny"];
        /** @description Only those that the user with this numeric id merged. Not together with a merge user's username. */
        readonly MergeRequestMergeUserIdFilter: number;
        /** @description Only those that the user with this username merged. Not together with a merge user's numeric id. */
        readonly MergeRequestMergeUserUsernameFilter: string;
        /** @description Only those of the milestone with this title, or without any milestone, or with one. */
        readonly MergeRequestMilestoneFilter: string | components["schemas"]["NoneOrAny"];
        /** @description Only those to which the caller reacted with the emoji of this name, or with none, or with any. */
        readonly MergeRequestMyReactionEmojiFilter: string | components["schemas"]["NoneOrAny"];
        /** @description Whether to leave out merge requests of archived projects; they are included when absent. */
        readonly MergeRequestNonArchivedInstanceFilter: boolean;
        /** @description Whether to leave out merge requests of archived projects; they are left out when absent. */
        readonly MergeRequestNonArchivedFilter: boolean;
        /** @description Whether to leave out merge requests of archived projects. */
        readonly MergeRequestNonArchivedProjectFilter: boolean;
        /** @description Leaves out the merge requests that match any of these conditions. */
        readonly MergeRequestNotFilter: components["schemas"]["MergeRequestNegatedFilters"];
        /** @description Attribute by which the merge requests are ordered. Defaults to the time of creation. */
        readonly MergeRequestOrderByFilter: components["schemas"]["MergeRequestOrderField"];
        /** @description Only those that the user with this numeric id reviews, or nobody, or somebody. Not together with a reviewer's username. */
        readonly MergeRequestReviewerIdFilter: number | components["schemas"]["NoneOrAny"];
        /** @description Only those that the user with this username reviews, or nobody, or somebody. Not together with a reviewer's numeric id. */
        readonly MergeRequestReviewerUsernameFilter: string | components["schemas"]["NoneOrAny"];
        /** @description Whose merge requests the list shows; only those that the caller created when absent. */
        readonly MergeRequestScopeInstanceFilter: components["schemas"]["MergeRequestScope"];
        /** @description Whose merge requests the list shows; everybody's when absent. */
        readonly MergeRequestScopeFilter: components["schemas"]["MergeRequestScope"];
        /** @description Text in the title or description. */
        readonly MergeRequestSearchFilter: string;
        /** @description Direction of the order. Defaults to descending (newest or largest first). */
        readonly MergeRequestSortFilter: components["schemas"]["SortOrder"];
        /** @description Name of the branch that contains the changes. */
        readonly MergeRequestSourceBranchFilter: string;
        /** @description Only those that bring changes from the project with this numeric id, for example from a fork. */
        readonly MergeRequestSourceProjectIdFilter: number;
        /** @description Name of the branch to merge into. */
        readonly MergeRequestTargetBranchFilter: string;
        /** @description State of the merge request. Defaults to all states. */
        readonly MergeRequestStateIsFilter: components["schemas"]["MergeRequestStateFilter"];
        /** @description Last updated at this time or later. */
        readonly MergeRequestUpdatedAfterFilter: string;
        /** @description Last updated at this time or earlier. */
        readonly MergeRequestUpdatedBeforeFilter: string;
        /** @description Set to get only the number, address, title, description and basic state of each merge request. */
        readonly MergeRequestViewFilter: components["schemas"]["MergeRequestView"];
        /** @description True lists only drafts, false only non-drafts. Defaults to both. */
        readonly MergeRequestDraftFilter: boolean;
        /**
         * @deprecated
         * @description Only drafts, or only those that are no drafts; both when absent. Not together with the draft filter.
         */
        readonly MergeRequestWipFilter: components["schemas"]["MergeRequestWip"];
        /** @description Whether labels come with color, description and the rest instead of as bare names; bare names when absent. */
        readonly MergeRequestWithLabelsDetailsFilter: boolean;
        /** @description Whether to request an asynchronous recalculation of the merge status, without guarantee. The service may ignore it for callers below Developer. */
        readonly MergeRequestWithStatusRecheckFilter: boolean;
        /** @description Number of the issue within its project, not its id. */
        readonly NoteIssueIid: number;
        /** @description Id of the project snippet. Personal snippets are not found here. */
        readonly NoteSnippetId: number;
        /** @description Numeric id of the epic, unique on the instance. Its number within the group leads to an error or to the notes of another epic. */
        readonly NoteEpicId: number;
        /** @description Numeric id of the note, unique on the instance. */
        readonly NoteId: number;
        /** @description Direction of the order. Defaults to descending (newest first). */
        readonly NoteSortFilter: components["schemas"]["SortOrder"];
        /** @description Attribute by which the notes are ordered. Defaults to the time of writing. */
        readonly NoteOrderByFilter: components["schemas"]["NoteOrderField"];
        /** @description The pipeline, as its instance-wide id. */
        readonly PipelineId: number;
        /** @description Key of the resource group within its project, as the CI/CD configuration names it. */
        readonly ResourceGroupKey: string;
        /** @description Numeric id of the runner, unique on the instance. */
        readonly RunnerId: number;
        /**
         * @deprecated
         * @description Only runners in this condition, in the older form of the filter.
         */
        readonly RunnerScopeFilter: components["schemas"]["RunnerScope"];
        /**
         * @deprecated
         * @description Only runners of this kind or in this condition, in the older form of the filter.
         */
        readonly InstanceRunnerScopeFilter: components["schemas"]["InstanceRunnerScope"];
        /** @description Only instance, group or project runners. Defaults to all types. */
        readonly RunnerTypeFilter: components["schemas"]["RunnerTypeFilter"];
        /** @description Only runners with this status. Defaults to all statuses. `OFFLINE` may include stale ones. */
        readonly RunnerStatusIsFilter: components["schemas"]["RunnerStatusFilter"];
        /** @description True lists only paused runners, false only others. Defaults to both. */
        readonly RunnerPausedFilter: boolean;
        /** @description Only runners with all of these tags. */
        readonly RunnerTagListFilter: readonly string[];
        /** @description Only runners whose version starts with this prefix, such as a major version (`15`) or a minor one (`15.0`). */
        readonly RunnerVersionPrefixFilter: string;
        /** @description The service account, by its numeric user id. */
        readonly ServiceAccountId: number;
        /** @description The service account, by its numeric user id. */
        readonly ServiceAccountUserId: number;
        /** @description The personal access token, by its id. */
        readonly ServiceAccountTokenId: number;
        /** @description Number of the export, as its creation gave it. */
        readonly VulnerabilityExportId: number | string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getErrorTrackingSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The error tracking settings of the project. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorTrackingSettings"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createErrorTrackingSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateErrorTrackingSettingsBody"];
            };
        };
        readonly responses: {
            /** @description The error tracking settings as they are now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorTrackingSettings"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateErrorTrackingSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateErrorTrackingSettingsBody"];
            };
        };
        readonly responses: {
            /** @description The error tracking settings as they are now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorTrackingSettings"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listErrorTrackingClientKeys: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of client keys. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ErrorTrackingClientKey"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createErrorTrackingClientKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The new client key. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorTrackingClientKey"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteErrorTrackingClientKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the client key, as the list of keys gives it. */
                readonly key_id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listFeatureFlags: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of feature flags that were set. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["FeatureFlag"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listFeatureFlagDefinitions: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of definitions of feature flags. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["FeatureFlagDefinition"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setFeatureFlag: {
        readonly parameters: {
            readonly query?: {
                /** @description Access token of the caller, which one documented request carries here. Never sent by this facade, whose credential always travels in a header. */
                readonly private_token?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Name of the feature flag, in words joined by underscores. */
                readonly name: components["parameters"]["FeatureFlagName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetFeatureFlagBody"];
            };
        };
        readonly responses: {
            /** @description The feature flag after the change. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FeatureFlag"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteFeatureFlag: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Name of the feature flag, in words joined by underscores. */
                readonly name: components["parameters"]["FeatureFlagName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createFlow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateFlowBody"];
            };
        };
        readonly responses: {
            /** @description The new flow, running where it was to be started at once. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Flow"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listAgentPrivileges: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All privileges that agents can have, not in pages. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentPrivilegeList"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getFlow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The flow, by its id. */
                readonly id: components["parameters"]["FlowId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The flow as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Flow"];
                };
            };
            /** @description There is no such flow, or it belongs to another user. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listGroupIntegrations: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of active integrations. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["GroupIntegration"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getTaskTrackerAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskTrackerAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setTaskTrackerAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetTaskTrackerAIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TaskTrackerAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableTaskTrackerAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getCodeHostAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodeHostAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setCodeHostAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetCodeHostAIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CodeHostAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableCodeHostAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getCiServerAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CiServerAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setCiServerAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetCiServerAIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CiServerAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableCiServerAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getIssueTrackerAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssueTrackerAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setIssueTrackerAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetIssueTrackerAIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssueTrackerAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableIssueTrackerAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getCiServiceAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CiServiceAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setCiServiceAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetCiServiceAIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CiServiceAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableCiServiceAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getChatAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setChatAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetChatAIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableChatAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getIssueTrackerBIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssueTrackerBIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setIssueTrackerBIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetIssueTrackerBIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssueTrackerBIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableIssueTrackerBIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getWikiAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WikiAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setWikiAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetWikiAIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WikiAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableWikiAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getCustomIssueTrackerIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomIssueTrackerIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setCustomIssueTrackerIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetCustomIssueTrackerIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CustomIssueTrackerIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableCustomIssueTrackerIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getMonitoringAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MonitoringAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setMonitoringAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetMonitoringAIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MonitoringAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableMonitoringAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getTestGenAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestGenAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setTestGenAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetTestGenAIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestGenAIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableTestGenAIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getChatBIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatBIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setChatBIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetChatBIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatBIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableChatBIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getCiServiceBIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CiServiceBIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setCiServiceBIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetCiServiceBIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CiServiceBIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableCiServiceBIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getChatCIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatCIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setChatCIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetChatCIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatCIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableChatCIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getChatDIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatDIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setChatDIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetChatDIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatDIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableChatDIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getChatEIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatEIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setChatEIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetChatEIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatEIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableChatEIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getIssueTrackerCIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The integration with its settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssueTrackerCIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly setIssueTrackerCIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetIssueTrackerCIntegrationBody"];
            };
        };
        readonly responses: {
            /** @description The integration as it is now. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["IssueTrackerCIntegration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly disableIssueTrackerCIntegration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listGroups: {
        readonly parameters: {
            readonly query?: {
                /** @description Groups to exclude from the list, as global ids or numeric ids. */
                readonly "skip_groups[]"?: components["parameters"]["GroupFilterSkipGroups"];
                /** @description Whether all groups that the caller may see are listed, not just those the caller belongs to. False for users and true for administrators when absent; has no effect beside a filter by ownership or least role, nor for callers who are not signed in, who see every public group. */
                readonly all_available?: components["parameters"]["GroupFilterAllAvailable"];
                /** @description Only groups whose name or path contains this text. */
                readonly search?: components["parameters"]["GroupFilterSearch"];
                /** @description Attribute by which the groups are ordered. With `keyset`, it defaults to `ID`. */
                readonly order_by?: components["schemas"]["GroupOrderField"];
                /** @description Direction of the order. Defaults to ascending. */
                readonly sort?: components["parameters"]["GroupFilterSort"];
                /** @description Whether each group comes with its storage figures. Administrators only. */
                readonly statistics?: components["parameters"]["GroupFilterStatistics"];
                /** @description Only groups of exactly this visibility. */
                readonly visibility?: components["parameters"]["GroupFilterVisibility"];
                /** @description Whether each group comes with the custom attributes set on it. Administrators only. */
                readonly with_custom_attributes?: components["parameters"]["GroupFilterWithCustomAttributes"];
                /** @description True keeps groups that the caller owns. It takes precedence over `all_available`. */
                readonly owned?: components["parameters"]["GroupFilterOwned"];
                /** @description Only groups in which the caller has at least this role. */
                readonly min_access_level?: components["parameters"]["GroupFilterMinAccessLevel"];
                /** @description Whether only top-level groups are listed, which have no parent group. */
                readonly top_level_only?: components["parameters"]["GroupFilterTopLevelOnly"];
                /** @description Only groups whose repositories are in the storage with this name. Premium and Ultimate. Administrators only; no effect for others. */
                readonly repository_storage?: components["parameters"]["GroupFilterRepositoryStorage"];
                /** @description Only groups that were marked for deletion on this day. Premium and Ultimate. */
                readonly marked_for_deletion_on?: components["parameters"]["GroupFilterMarkedForDeletionOn"];
                /** @description True keeps groups that are neither archived nor marked for deletion, false the others. */
                readonly active?: components["parameters"]["GroupFilterActive"];
                /** @description True keeps archived groups only, false those that are not archived. */
                readonly archived?: components["parameters"]["GroupFilterArchived"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
                /** @description Set to `keyset` to page by the next link of each response instead of by page numbers. */
                readonly pagination?: components["parameters"]["Pagination"];
                /** @description Position of the next keyset page, as the next link of the previous response gave it. */
                readonly cursor?: components["parameters"]["KeysetCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of the groups that match. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["GroupListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getGroup: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether the group comes with the custom attributes set on it. Administrators only. */
                readonly with_custom_attributes?: boolean;
                /**
                 * @deprecated
                 * @description Whether the group comes with up to 100 of its projects and up to 100 of those shared with it.
                 */
                readonly with_projects?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The group as the caller may see it. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Group"];
                };
            };
            /** @description There is no such group, or the caller may not see it. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Numeric id of the group; its path is not accepted here. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateGroupBody"];
                readonly "multipart/form-data": components["schemas"]["UploadGroupAvatarBody"];
            };
        };
        readonly responses: {
            /** @description The group with its new settings. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangedGroup"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listSubgroups: {
        readonly parameters: {
            readonly query?: {
                /** @description Groups to exclude from the list, as global ids or numeric ids. */
                readonly "skip_groups[]"?: components["parameters"]["GroupFilterSkipGroups"];
                /** @description Whether all groups that the caller may see are listed, not just those the caller belongs to. False for users and true for administrators when absent; has no effect beside a filter by ownership or least role, nor for callers who are not signed in, who see every public group. */
                readonly all_available?: components["parameters"]["GroupFilterAllAvailable"];
                /** @description Only groups whose name or path contains this text. */
                readonly search?: components["parameters"]["GroupFilterSearch"];
                /** @description Attribute by which the groups are ordered. Defaults to the name. */
                readonly order_by?: components["parameters"]["GroupFilterOrderBy"];
                /** @description Direction of the order. Defaults to ascending. */
                readonly sort?: components["parameters"]["GroupFilterSort"];
                /** @description Whether each group comes with its storage figures. Administrators only. */
                readonly statistics?: components["parameters"]["GroupFilterStatistics"];
                /** @description Only groups of exactly this visibility. */
                readonly visibility?: components["parameters"]["GroupFilterVisibility"];
                /** @description Whether each group comes with the custom attributes set on it. Administrators only. */
                readonly with_custom_attributes?: components["parameters"]["GroupFilterWithCustomAttributes"];
                /** @description True keeps groups that the caller owns. It takes precedence over `all_available`. */
                readonly owned?: components["parameters"]["GroupFilterOwned"];
                /** @description Only groups in which the caller has at least this role. */
                readonly min_access_level?: components["parameters"]["GroupFilterMinAccessLevel"];
                /** @description Only groups whose repositories are in the storage with this name. Premium and Ultimate. Administrators only; no effect for others. */
                readonly repository_storage?: components["parameters"]["GroupFilterRepositoryStorage"];
                /** @description Only groups that were marked for deletion on this day. Premium and Ultimate. */
                readonly marked_for_deletion_on?: components["parameters"]["GroupFilterMarkedForDeletionOn"];
                /** @description True keeps groups that are neither archived nor marked for deletion, false the others. */
                readonly active?: components["parameters"]["GroupFilterActive"];
                /** @description True keeps archived groups only, false those that are not archived. */
                readonly archived?: components["parameters"]["GroupFilterArchived"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of the subgroups that match. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["GroupListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly shareGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ShareGroupBody"];
            };
        };
        readonly responses: {
            /** @description The shared group. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangedGroup"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly unshareGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description Numeric id of the group that is no longer to have access. */
                readonly group_id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly downloadGroupAvatar: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The picture, in the format in which it was uploaded. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/*": string;
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly syncGroupWithDirectory: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sync was asked for. The reference documentation states neither status nor body; services of this kind return 202 and the bare number. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listGroupManagedTokens: {
        readonly parameters: {
            readonly query?: {
                /** @description Only tokens that were created after this time. */
                readonly created_after?: string;
                /** @description Only tokens that were created before this time. */
                readonly created_before?: string;
                /** @description Only tokens that were last used after this time. */
                readonly last_used_after?: string;
                /** @description Only tokens that were last used before this time. */
                readonly last_used_before?: string;
                /** @description True keeps revoked tokens only, false those that are not revoked. */
                readonly revoked?: boolean;
                /** @description Only tokens whose name contains this text. */
                readonly search?: string;
                /** @description Only tokens in this state. */
                readonly state?: components["schemas"]["TokenStateFilter"];
                /** @description Attribute and direction of the order of the tokens. The service determines the default. */
                readonly sort?: components["schemas"]["TokenSort"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of the tokens that match. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ManagedToken"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly importFromHostA: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ImportFromHostABody"];
            };
        };
        readonly responses: {
            /** @description The new project, whose import is scheduled. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportResult"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly cancelHostAImport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CancelHostAImportBody"];
            };
        };
        readonly responses: {
            /** @description The project, whose import is being canceled. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CanceledImport"];
                };
            };
            /** @description The import is not in a state in which it can be canceled. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such project. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly importHostAGists: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ImportHostAGistsBody"];
            };
        };
        readonly responses: {
            /** @description The import of the gists has started. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The host refused the token that was given for it; this is not about the caller's own credential. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An import of gists is running already. */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The rate limit of the host is exceeded. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly importFromServerB: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ImportFromServerBBody"];
            };
        };
        readonly responses: {
            /** @description The new project, whose import is scheduled. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportResult"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly importFromCloudC: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ImportFromCloudCBody"];
            };
        };
        readonly responses: {
            /** @description The new project, whose import is scheduled. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ImportResult"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getProjectImport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The project with the state of its import. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProjectImport"];
                };
            };
            /** @description There is no such project, or the caller may not see it. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listGroupInvitations: {
        readonly parameters: {
            readonly query?: {
                /** @description Only invitations to exactly this email address; an empty string returns all. */
                readonly query?: string;
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of pending invitations. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Invitation"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createGroupInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateGroupInvitationBody"];
            };
        };
        readonly responses: {
            /** @description Result of each invitation. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvitationResult"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateGroupInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description Email address to which the invitation was sent. */
                readonly email: components["parameters"]["InvitationEmail"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateGroupInvitationBody"];
            };
        };
        readonly responses: {
            /** @description The changed attributes of the invitation. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvitationUpdate"];
                };
            };
            /** @description There is no pending invitation for this email address. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteGroupInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description Email address to which the invitation was sent. */
                readonly email: components["parameters"]["InvitationEmail"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            /** @description The caller may not withdraw this invitation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no pending invitation for this email address. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The invitation is valid but could not be withdrawn. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listProjectInvitations: {
        readonly parameters: {
            readonly query?: {
                /** @description Only invitations to exactly this email address; an empty string returns all. */
                readonly query?: string;
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of pending invitations. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Invitation"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createProjectInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateProjectInvitationBody"];
            };
        };
        readonly responses: {
            /** @description Result of each invitation. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvitationResult"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateProjectInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Email address to which the invitation was sent. */
                readonly email: components["parameters"]["InvitationEmail"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateProjectInvitationBody"];
            };
        };
        readonly responses: {
            /** @description The changed attributes of the invitation. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InvitationUpdate"];
                };
            };
            /** @description There is no pending invitation for this email address. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteProjectInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Email address to which the invitation was sent. */
                readonly email: components["parameters"]["InvitationEmail"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            /** @description The caller may not withdraw this invitation. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no pending invitation for this email address. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The invitation is valid but could not be withdrawn. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listLabels: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether each label comes with its numbers of issues and merge requests; not unless asked for. */
                readonly with_counts?: boolean;
                /** @description Whether labels of ancestor groups are included. Defaults to true. */
                readonly include_ancestor_groups?: components["parameters"]["LabelIncludeAncestorGroups"];
                /** @description Only labels that match this text. */
                readonly search?: string;
                /** @description True keeps only archived labels; left out, archived and other labels come together. */
                readonly archived?: boolean;
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of labels. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Label"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateLabelByName: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateLabelByNameBody"];
            };
        };
        readonly responses: {
            /** @description The label after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Label"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createLabel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateLabelBody"];
            };
        };
        readonly responses: {
            /** @description The new label. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Label"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteLabelByName: {
        readonly parameters: {
            readonly query: {
                /** @description Exact name of the label to delete. */
                readonly name: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly promoteLabelByName: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PromoteLabelByNameBody"];
            };
        };
        readonly responses: {
            /** @description The label as a label of the group, with the id it had. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Label"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getLabel: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether labels of ancestor groups are included. Defaults to true. */
                readonly include_ancestor_groups?: components["parameters"]["LabelIncludeAncestorGroups"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The label, as its numeric id or its title. A title of digits only is taken for an id, and an update of a label titled "promote" has to give the id. */
                readonly label_id: components["parameters"]["LabelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The label. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Label"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateLabel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The label, as its numeric id or its title. A title of digits only is taken for an id, and an update of a label titled "promote" has to give the id. */
                readonly label_id: components["parameters"]["LabelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateLabelBody"];
            };
        };
        readonly responses: {
            /** @description The label after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Label"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteLabel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The label, as its numeric id or its title. A title of digits only is taken for an id, and an update of a label titled "promote" has to give the id. */
                readonly label_id: components["parameters"]["LabelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly promoteLabel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The label, as its numeric id or its title. A title of digits only is taken for an id, and an update of a label titled "promote" has to give the id. */
                readonly label_id: components["parameters"]["LabelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The label as a label of the group, with the id it had. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Label"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly subscribeLabel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The label, as its numeric id or its title. A title of digits only is taken for an id, and an update of a label titled "promote" has to give the id. */
                readonly label_id: components["parameters"]["LabelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The label, now subscribed to. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Label"];
                };
            };
            /** @description The caller was subscribed already; nothing changed and there is no body. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly unsubscribeLabel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The label, as its numeric id or its title. A title of digits only is taken for an id, and an update of a label titled "promote" has to give the id. */
                readonly label_id: components["parameters"]["LabelId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The label, no longer subscribed to. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Label"];
                };
            };
            /** @description The caller was not subscribed; nothing changed and there is no body. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listInstanceMemberRoles: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of member roles, each without a group. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MemberRole"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createInstanceMemberRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateInstanceMemberRoleBody"];
            };
        };
        readonly responses: {
            /** @description The new role, without a group. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberRole"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteInstanceMemberRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The custom member role, by its id. */
                readonly member_role_id: components["parameters"]["MemberRoleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listGroupMemberRoles: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of member roles of the group. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MemberRole"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createGroupMemberRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateGroupMemberRoleBody"];
            };
        };
        readonly responses: {
            /** @description The new role of the group. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MemberRole"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteGroupMemberRole: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description The custom member role, by its id. */
                readonly member_role_id: components["parameters"]["MemberRoleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getMergeRequestApprovals: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The approvals of the merge request. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MergeRequestApprovalState"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly approveMergeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ApproveMergeRequestBody"];
            };
        };
        readonly responses: {
            /** @description The merge request with its approvals after this one. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovedMergeRequest"];
                };
            };
            /** @description The merge request has another head commit than the one given; nothing was approved. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly unapproveMergeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The approval is taken back. The reference documentation shows no body; services of this kind respond like after an approval, or with none. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovedMergeRequest"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly resetMergeRequestApprovals: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The approvals are removed. The reference documentation shows no body. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The caller is a person; only bot users with a valid project or group token may reset approvals. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getProjectApprovalConfiguration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The approval settings of the project. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovalConfiguration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateProjectApprovalConfiguration: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateProjectApprovalConfigurationBody"];
            };
        };
        readonly responses: {
            /** @description The approval settings after the change. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovalConfiguration"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listProjectApprovalRules: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of approval rules. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ApprovalRule"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createProjectApprovalRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateProjectApprovalRuleBody"];
            };
        };
        readonly responses: {
            /** @description The new approval rule. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovalRule"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getProjectApprovalRule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Numeric id of the approval rule, unique on the instance. */
                readonly approval_rule_id: components["parameters"]["ApprovalRuleId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The approval rule. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ApprovalRule"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listMergeRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description Only those approved by all of these users, at most 5 numbers; or those with no approval at all, or with at least one. */
                readonly "approved_by_ids[]"?: components["parameters"]["MergeRequestApprovedByIdsFilter"];
                /** @description Only those approved by all of these users, at most 5 usernames; or those with no approval at all, or with at least one. */
                readonly "approved_by_usernames[]"?: components["parameters"]["MergeRequestApprovedByUsernamesFilter"];
                /** @description Only those that all of these users, by numeric id, are eligible to approve; or those without any eligible approver, or with at least one. Premium and Ultimate. */
                readonly "approver_ids[]"?: components["parameters"]["MergeRequestApproverIdsFilter"];
                /** @description Only those assigned to the user with this numeric id, or to nobody, or to somebody. Not together with assignee usernames. */
                readonly assignee_id?: components["parameters"]["MergeRequestAssigneeIdFilter"];
                /** @description Only those assigned to the users with these usernames. Not together with an assignee's numeric id. */
                readonly "assignee_username[]"?: components["parameters"]["MergeRequestAssigneeUsernamesFilter"];
                /** @description Only those that the user with this numeric id created. Not together with an author's username. In the list of the whole instance, combine it with the scope "all" or "assigned to me". */
                readonly author_id?: components["parameters"]["MergeRequestAuthorIdFilter"];
                /** @description Only those that the user with this username created. Not together with an author's numeric id. */
                readonly author_username?: components["parameters"]["MergeRequestAuthorUsernameFilter"];
                /** @description Created at this time or later. */
                readonly created_after?: components["parameters"]["MergeRequestCreatedAfterFilter"];
                /** @description Created at this time or earlier. */
                readonly created_before?: components["parameters"]["MergeRequestCreatedBeforeFilter"];
                /** @description Deployed after this time. */
                readonly deployed_after?: components["parameters"]["MergeRequestDeployedAfterFilter"];
                /** @description Deployed before this time. */
                readonly deployed_before?: components["parameters"]["MergeRequestDeployedBeforeFilter"];
                /** @description Deployed to the environment with this name. */
                readonly environment?: components["parameters"]["MergeRequestEnvironmentFilter"];
                /** @description Attributes to search. Defaults to title and description. No effect without `search`. */
                readonly in?: components["parameters"]["MergeRequestSearchInFilter"];
                /** @description Only those that carry all of these labels, by name; or those without any label, or with at least one. */
                readonly labels?: components["parameters"]["MergeRequestLabelsFilter"];
                /** @description Only those that the user with this numeric id merged. Not together with a merge user's username. */
                readonly merge_user_id?: components["parameters"]["MergeRequestMergeUserIdFilter"];
                /** @description Only those that the user with this username merged. Not together with a merge user's numeric id. */
                readonly merge_user_username?: components["parameters"]["MergeRequestMergeUserUsernameFilter"];
                /** @description Only those of the milestone with this title, or without any milestone, or with one. */
                readonly milestone?: components["parameters"]["MergeRequestMilestoneFilter"];
                /** @description Only those to which the caller reacted with the emoji of this name, or with none, or with any. */
                readonly my_reaction_emoji?: components["parameters"]["MergeRequestMyReactionEmojiFilter"];
                /** @description Whether to leave out merge requests of archived projects; they are included when absent. */
                readonly non_archived?: components["parameters"]["MergeRequestNonArchivedInstanceFilter"];
                /** @description Leaves out the merge requests that match any of these conditions. */
                readonly not?: components["parameters"]["MergeRequestNotFilter"];
                /** @description Attribute by which the merge requests are ordered. Defaults to the time of creation. */
                readonly order_by?: components["parameters"]["MergeRequestOrderByFilter"];
                /** @description Only those that the user with this numeric id reviews, or nobody, or somebody. Not together with a reviewer's username. */
                readonly reviewer_id?: components["parameters"]["MergeRequestReviewerIdFilter"];
                /** @description Only those that the user with this username reviews, or nobody, or somebody. Not together with a reviewer's numeric id. */
                readonly reviewer_username?: components["parameters"]["MergeRequestReviewerUsernameFilter"];
                /** @description Whose merge requests the list shows; only those that the caller created when absent. */
                readonly scope?: components["parameters"]["MergeRequestScopeInstanceFilter"];
                /** @description Text in the title or description. */
                readonly search?: components["parameters"]["MergeRequestSearchFilter"];
                /** @description Direction of the order. Defaults to descending (newest or largest first). */
                readonly sort?: components["parameters"]["MergeRequestSortFilter"];
                /** @description Name of the branch that contains the changes. */
                readonly source_branch?: components["parameters"]["MergeRequestSourceBranchFilter"];
                /** @description Name of the branch to merge into. */
                readonly target_branch?: components["parameters"]["MergeRequestTargetBranchFilter"];
                /** @description State of the merge request. Defaults to all states. */
                readonly state?: components["parameters"]["MergeRequestStateIsFilter"];
                /** @description Last updated at this time or later. */
                readonly updated_after?: components["parameters"]["MergeRequestUpdatedAfterFilter"];
                /** @description Last updated at this time or earlier. */
                readonly updated_before?: components["parameters"]["MergeRequestUpdatedBeforeFilter"];
                /** @description Set to get only the number, address, title, description and basic state of each merge request. */
                readonly view?: components["parameters"]["MergeRequestViewFilter"];
                /** @description True lists only drafts, false only non-drafts. Defaults to both. */
                readonly draft?: components["parameters"]["MergeRequestDraftFilter"];
                /**
                 * @deprecated
                 * @description Only drafts, or only those that are no drafts; both when absent. Not together with the draft filter.
                 */
                readonly wip?: components["parameters"]["MergeRequestWipFilter"];
                /** @description Whether labels come with color, description and the rest instead of as bare names; bare names when absent. */
                readonly with_labels_details?: components["parameters"]["MergeRequestWithLabelsDetailsFilter"];
                /** @description Whether to request an asynchronous recalculation of the merge status, without guarantee. The service may ignore it for callers below Developer. */
                readonly with_merge_status_recheck?: components["parameters"]["MergeRequestWithStatusRecheckFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of merge requests. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MergeRequestListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listGroupMergeRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description Only those approved by all of these users, at most 5 numbers; or those with no approval at all, or with at least one. */
                readonly "approved_by_ids[]"?: components["parameters"]["MergeRequestApprovedByIdsFilter"];
                /** @description Only those approved by all of these users, at most 5 usernames; or those with no approval at all, or with at least one. */
                readonly "approved_by_usernames[]"?: components["parameters"]["MergeRequestApprovedByUsernamesFilter"];
                /** @description Only those that all of these users, by numeric id, are eligible to approve; or those without any eligible approver, or with at least one. Premium and Ultimate. */
                readonly "approver_ids[]"?: components["parameters"]["MergeRequestApproverIdsFilter"];
                /** @description Only those assigned to the user with this numeric id, or to nobody, or to somebody. Not together with assignee usernames. */
                readonly assignee_id?: components["parameters"]["MergeRequestAssigneeIdFilter"];
                /** @description Only those assigned to the users with these usernames. Not together with an assignee's numeric id. */
                readonly "assignee_username[]"?: components["parameters"]["MergeRequestAssigneeUsernamesFilter"];
                /** @description Only those that the user with this numeric id created. Not together with an author's username. In the list of the whole instance, combine it with the scope "all" or "assigned to me". */
                readonly author_id?: components["parameters"]["MergeRequestAuthorIdFilter"];
                /** @description Only those that the user with this username created. Not together with an author's numeric id. */
                readonly author_username?: components["parameters"]["MergeRequestAuthorUsernameFilter"];
                /** @description Created at this time or later. */
                readonly created_after?: components["parameters"]["MergeRequestCreatedAfterFilter"];
                /** @description Created at this time or earlier. */
                readonly created_before?: components["parameters"]["MergeRequestCreatedBeforeFilter"];
                /** @description Deployed after this time. */
                readonly deployed_after?: components["parameters"]["MergeRequestDeployedAfterFilter"];
                /** @description Deployed before this time. */
                readonly deployed_before?: components["parameters"]["MergeRequestDeployedBeforeFilter"];
                /** @description Deployed to the environment with this name. */
                readonly environment?: components["parameters"]["MergeRequestEnvironmentFilter"];
                /** @description Attributes to search. Defaults to title and description. No effect without `search`. */
                readonly in?: components["parameters"]["MergeRequestSearchInFilter"];
                /** @description Only those that carry all of these labels, by name; or those without any label, or with at least one. */
                readonly labels?: components["parameters"]["MergeRequestLabelsFilter"];
                /** @description Only those that the user with this numeric id merged. Not together with a merge user's username. */
                readonly merge_user_id?: components["parameters"]["MergeRequestMergeUserIdFilter"];
                /** @description Only those that the user with this username merged. Not together with a merge user's numeric id. */
                readonly merge_user_username?: components["parameters"]["MergeRequestMergeUserUsernameFilter"];
                /** @description Only those of the milestone with this title, or without any milestone, or with one. */
                readonly milestone?: components["parameters"]["MergeRequestMilestoneFilter"];
                /** @description Only those to which the caller reacted with the emoji of this name, or with none, or with any. */
                readonly my_reaction_emoji?: components["parameters"]["MergeRequestMyReactionEmojiFilter"];
                /** @description Whether to leave out merge requests of archived projects; they are left out when absent. */
                readonly non_archived?: components["parameters"]["MergeRequestNonArchivedFilter"];
                /** @description Leaves out the merge requests that match any of these conditions. */
                readonly not?: components["parameters"]["MergeRequestNotFilter"];
                /** @description Attribute by which the merge requests are ordered. Defaults to the time of creation. */
                readonly order_by?: components["parameters"]["MergeRequestOrderByFilter"];
                /** @description Only those that the user with this numeric id reviews, or nobody, or somebody. Not together with a reviewer's username. */
                readonly reviewer_id?: components["parameters"]["MergeRequestReviewerIdFilter"];
                /** @description Only those that the user with this username reviews, or nobody, or somebody. Not together with a reviewer's numeric id. */
                readonly reviewer_username?: components["parameters"]["MergeRequestReviewerUsernameFilter"];
                /** @description Whose merge requests the list shows; everybody's when absent. */
                readonly scope?: components["parameters"]["MergeRequestScopeFilter"];
                /** @description Text in the title or description. */
                readonly search?: components["parameters"]["MergeRequestSearchFilter"];
                /** @description Direction of the order. Defaults to descending (newest or largest first). */
                readonly sort?: components["parameters"]["MergeRequestSortFilter"];
                /** @description Name of the branch that contains the changes. */
                readonly source_branch?: components["parameters"]["MergeRequestSourceBranchFilter"];
                /** @description Only those that bring changes from the project with this numeric id, for example from a fork. */
                readonly source_project_id?: components["parameters"]["MergeRequestSourceProjectIdFilter"];
                /** @description Name of the branch to merge into. */
                readonly target_branch?: components["parameters"]["MergeRequestTargetBranchFilter"];
                /** @description State of the merge request. Defaults to all states. */
                readonly state?: components["parameters"]["MergeRequestStateIsFilter"];
                /** @description Last updated at this time or later. */
                readonly updated_after?: components["parameters"]["MergeRequestUpdatedAfterFilter"];
                /** @description Last updated at this time or earlier. */
                readonly updated_before?: components["parameters"]["MergeRequestUpdatedBeforeFilter"];
                /** @description Set to get only the number, address, title, description and basic state of each merge request. */
                readonly view?: components["parameters"]["MergeRequestViewFilter"];
                /** @description True lists only drafts, false only non-drafts. Defaults to both. */
                readonly draft?: components["parameters"]["MergeRequestDraftFilter"];
                /**
                 * @deprecated
                 * @description Only drafts, or only those that are no drafts; both when absent. Not together with the draft filter.
                 */
                readonly wip?: components["parameters"]["MergeRequestWipFilter"];
                /** @description Whether labels come with color, description and the rest instead of as bare names; bare names when absent. */
                readonly with_labels_details?: components["parameters"]["MergeRequestWithLabelsDetailsFilter"];
                /** @description Whether to request an asynchronous recalculation of the merge status, without guarantee. The service may ignore it for callers below Developer. */
                readonly with_merge_status_recheck?: components["parameters"]["MergeRequestWithStatusRecheckFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of merge requests of the group's projects. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MergeRequestListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listProjectMergeRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description Only those approved by all of these users, at most 5 numbers; or those with no approval at all, or with at least one. */
                readonly "approved_by_ids[]"?: components["parameters"]["MergeRequestApprovedByIdsFilter"];
                /** @description Only those approved by all of these users, at most 5 usernames; or those with no approval at all, or with at least one. */
                readonly "approved_by_usernames[]"?: components["parameters"]["MergeRequestApprovedByUsernamesFilter"];
                /** @description Only those that all of these users, by numeric id, are eligible to approve; or those without any eligible approver, or with at least one. Premium and Ultimate. */
                readonly "approver_ids[]"?: components["parameters"]["MergeRequestApproverIdsFilter"];
                /** @description Only those assigned to the user with this numeric id, or to nobody, or to somebody. Not together with assignee usernames. */
                readonly assignee_id?: components["parameters"]["MergeRequestAssigneeIdFilter"];
                /** @description Only those assigned to the users with these usernames. Not together with an assignee's numeric id. */
                readonly "assignee_username[]"?: components["parameters"]["MergeRequestAssigneeUsernamesFilter"];
                /** @description Only those that the user with this numeric id created. Not together with an author's username. In the list of the whole instance, combine it with the scope "all" or "assigned to me". */
                readonly author_id?: components["parameters"]["MergeRequestAuthorIdFilter"];
                /** @description Only those that the user with this username created. Not together with an author's numeric id. */
                readonly author_username?: components["parameters"]["MergeRequestAuthorUsernameFilter"];
                /** @description Created at this time or later. */
                readonly created_after?: components["parameters"]["MergeRequestCreatedAfterFilter"];
                /** @description Created at this time or earlier. */
                readonly created_before?: components["parameters"]["MergeRequestCreatedBeforeFilter"];
                /** @description Deployed after this time. */
                readonly deployed_after?: components["parameters"]["MergeRequestDeployedAfterFilter"];
                /** @description Deployed before this time. */
                readonly deployed_before?: components["parameters"]["MergeRequestDeployedBeforeFilter"];
                /** @description Deployed to the environment with this name. */
                readonly environment?: components["parameters"]["MergeRequestEnvironmentFilter"];
                /** @description Attributes to search. Defaults to title and description. No effect without `search`. */
                readonly in?: components["parameters"]["MergeRequestSearchInFilter"];
                /** @description Only those that carry all of these labels, by name; or those without any label, or with at least one. */
                readonly labels?: components["parameters"]["MergeRequestLabelsFilter"];
                /** @description Only those that the user with this numeric id merged. Not together with a merge user's username. */
                readonly merge_user_id?: components["parameters"]["MergeRequestMergeUserIdFilter"];
                /** @description Only those that the user with this username merged. Not together with a merge user's numeric id. */
                readonly merge_user_username?: components["parameters"]["MergeRequestMergeUserUsernameFilter"];
                /** @description Only those of the milestone with this title, or without any milestone, or with one. */
                readonly milestone?: components["parameters"]["MergeRequestMilestoneFilter"];
                /** @description Only those to which the caller reacted with the emoji of this name, or with none, or with any. */
                readonly my_reaction_emoji?: components["parameters"]["MergeRequestMyReactionEmojiFilter"];
                /** @description Whether to leave out merge requests of archived projects. */
                readonly non_archived?: components["parameters"]["MergeRequestNonArchivedProjectFilter"];
                /** @description Leaves out the merge requests that match any of these conditions. */
                readonly not?: components["parameters"]["MergeRequestNotFilter"];
                /** @description Attribute by which the merge requests are ordered. Defaults to the time of creation. */
                readonly order_by?: components["parameters"]["MergeRequestOrderByFilter"];
                /** @description Only those that the user with this numeric id reviews, or nobody, or somebody. Not together with a reviewer's username. */
                readonly reviewer_id?: components["parameters"]["MergeRequestReviewerIdFilter"];
                /** @description Only those that the user with this username reviews, or nobody, or somebody. Not together with a reviewer's numeric id. */
                readonly reviewer_username?: components["parameters"]["MergeRequestReviewerUsernameFilter"];
                /** @description Whose merge requests the list shows; everybody's when absent. */
                readonly scope?: components["parameters"]["MergeRequestScopeFilter"];
                /** @description Text in the title or description. */
                readonly search?: components["parameters"]["MergeRequestSearchFilter"];
                /** @description Direction of the order. Defaults to descending (newest or largest first). */
                readonly sort?: components["parameters"]["MergeRequestSortFilter"];
                /** @description Name of the branch that contains the changes. */
                readonly source_branch?: components["parameters"]["MergeRequestSourceBranchFilter"];
                /** @description Only those that bring changes from the project with this numeric id, for example from a fork. */
                readonly source_project_id?: components["parameters"]["MergeRequestSourceProjectIdFilter"];
                /** @description Name of the branch to merge into. */
                readonly target_branch?: components["parameters"]["MergeRequestTargetBranchFilter"];
                /** @description State of the merge request. Defaults to all states. */
                readonly state?: components["parameters"]["MergeRequestStateIsFilter"];
                /** @description Last updated at this time or later. */
                readonly updated_after?: components["parameters"]["MergeRequestUpdatedAfterFilter"];
                /** @description Last updated at this time or earlier. */
                readonly updated_before?: components["parameters"]["MergeRequestUpdatedBeforeFilter"];
                /** @description Set to get only the number, address, title, description and basic state of each merge request. */
                readonly view?: components["parameters"]["MergeRequestViewFilter"];
                /** @description True lists only drafts, false only non-drafts. Defaults to both. */
                readonly draft?: components["parameters"]["MergeRequestDraftFilter"];
                /**
                 * @deprecated
                 * @description Only drafts, or only those that are no drafts; both when absent. Not together with the draft filter.
                 */
                readonly wip?: components["parameters"]["MergeRequestWipFilter"];
                /** @description Whether labels come with color, description and the rest instead of as bare names; bare names when absent. */
                readonly with_labels_details?: components["parameters"]["MergeRequestWithLabelsDetailsFilter"];
                /** @description Whether to request an asynchronous recalculation of the merge status, without guarantee. The service may ignore it for callers below Developer. */
                readonly with_merge_status_recheck?: components["parameters"]["MergeRequestWithStatusRecheckFilter"];
                /** @description Only merge requests with these numbers within the project. */
                readonly "iids[]"?: components["parameters"]["MergeRequestIidsFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of merge requests of the project. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MergeRequestListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getMergeRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The merge request with all its attributes. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MergeRequest"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listMergeRequestVersions: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of diff versions. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MergeRequestVersion"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listMergeRequestBlocks: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of dependencies whose blocked merge request is this one. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MergeRequestBlock"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createMergeRequestBlock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateMergeRequestBlockBody"];
            };
        };
        readonly responses: {
            /** @description The new dependency, without the blocked merge request. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedMergeRequestBlock"];
                };
            };
            /** @description The dependency cannot be saved. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller may not update this merge request, or not read the blocking one. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such blocking merge request. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The dependency exists already. */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteMergeRequestBlock: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
                /** @description Number of the dependency, as the list of dependencies gives it. */
                readonly block_id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            /** @description The caller may not update this merge request, or not read the blocking one. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listMergeRequestBlockees: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of dependencies whose blocking merge request is this one. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MergeRequestBlock"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listIssueNotes: {
        readonly parameters: {
            readonly query?: {
                /** @description Direction of the order. Defaults to descending (newest first). */
                readonly sort?: components["parameters"]["NoteSortFilter"];
                /** @description Attribute by which the notes are ordered. Defaults to the time of writing. */
                readonly order_by?: components["parameters"]["NoteOrderByFilter"];
                /** @description Kind of notes to list. Defaults to `ALL_NOTES`. */
                readonly activity_filter?: components["schemas"]["NoteActivityFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the issue within its project, not its id. */
                readonly issue_iid: components["parameters"]["NoteIssueIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of notes. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Note"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createIssueNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the issue within its project, not its id. */
                readonly issue_iid: components["parameters"]["NoteIssueIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateIssueNoteBody"];
            };
        };
        readonly responses: {
            /** @description The new note, or the new reaction when the text was only an emoji. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"] | components["schemas"]["NoteEmojiReaction"];
                };
            };
            /** @description Result of the quick actions, when the text held nothing else; no note was made. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QuickActionResult"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getIssueNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the issue within its project, not its id. */
                readonly issue_iid: components["parameters"]["NoteIssueIid"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The note. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateIssueNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the issue within its project, not its id. */
                readonly issue_iid: components["parameters"]["NoteIssueIid"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateIssueNoteBody"];
            };
        };
        readonly responses: {
            /** @description The note after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteIssueNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the issue within its project, not its id. */
                readonly issue_iid: components["parameters"]["NoteIssueIid"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listSnippetNotes: {
        readonly parameters: {
            readonly query?: {
                /** @description Direction of the order. Defaults to descending (newest first). */
                readonly sort?: components["parameters"]["NoteSortFilter"];
                /** @description Attribute by which the notes are ordered. Defaults to the time of writing. */
                readonly order_by?: components["parameters"]["NoteOrderByFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Id of the project snippet. Personal snippets are not found here. */
                readonly snippet_id: components["parameters"]["NoteSnippetId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of notes. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Note"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createSnippetNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Id of the project snippet. Personal snippets are not found here. */
                readonly snippet_id: components["parameters"]["NoteSnippetId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateSnippetNoteBody"];
            };
        };
        readonly responses: {
            /** @description The new note, or the new reaction when the text was only an emoji. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"] | components["schemas"]["NoteEmojiReaction"];
                };
            };
            /** @description Result of the quick actions, when the text held nothing else; no note was made. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QuickActionResult"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getSnippetNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Id of the project snippet. Personal snippets are not found here. */
                readonly snippet_id: components["parameters"]["NoteSnippetId"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The note. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateSnippetNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Id of the project snippet. Personal snippets are not found here. */
                readonly snippet_id: components["parameters"]["NoteSnippetId"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateSnippetNoteBody"];
            };
        };
        readonly responses: {
            /** @description The note after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteSnippetNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Id of the project snippet. Personal snippets are not found here. */
                readonly snippet_id: components["parameters"]["NoteSnippetId"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listMergeRequestNotes: {
        readonly parameters: {
            readonly query?: {
                /** @description Direction of the order. Defaults to descending (newest first). */
                readonly sort?: components["parameters"]["NoteSortFilter"];
                /** @description Attribute by which the notes are ordered. Defaults to the time of writing. */
                readonly order_by?: components["parameters"]["NoteOrderByFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of notes. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Note"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createMergeRequestNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateMergeRequestNoteBody"];
            };
        };
        readonly responses: {
            /** @description The new note, or the new reaction when the text was only an emoji. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"] | components["schemas"]["NoteEmojiReaction"];
                };
            };
            /** @description Result of the quick actions, when the text held nothing else; no note was made. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QuickActionResult"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getMergeRequestNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The note. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateMergeRequestNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateMergeRequestNoteBody"];
            };
        };
        readonly responses: {
            /** @description The note after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteMergeRequestNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Number of the merge request within its project, as in `!12`. */
                readonly merge_request_iid: components["parameters"]["MergeRequestIid"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listEpicNotes: {
        readonly parameters: {
            readonly query?: {
                /** @description Direction of the order. Defaults to descending (newest first). */
                readonly sort?: components["parameters"]["NoteSortFilter"];
                /** @description Attribute by which the notes are ordered. Defaults to the time of writing. */
                readonly order_by?: components["parameters"]["NoteOrderByFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description Numeric id of the epic, unique on the instance. Its number within the group leads to an error or to the notes of another epic. */
                readonly epic_id: components["parameters"]["NoteEpicId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of notes. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Note"][];
                };
            };
            /** @description There is no such note or epic, or the epic was given by its number within the group instead of its id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createEpicNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description Numeric id of the epic, unique on the instance. Its number within the group leads to an error or to the notes of another epic. */
                readonly epic_id: components["parameters"]["NoteEpicId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateEpicNoteBody"];
            };
        };
        readonly responses: {
            /** @description The new note, or the new reaction when the text was only an emoji. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"] | components["schemas"]["NoteEmojiReaction"];
                };
            };
            /** @description Result of the quick actions, when the text held nothing else; no note was made. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["QuickActionResult"];
                };
            };
            /** @description There is no such note or epic, or the epic was given by its number within the group instead of its id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getEpicNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description Numeric id of the epic, unique on the instance. Its number within the group leads to an error or to the notes of another epic. */
                readonly epic_id: components["parameters"]["NoteEpicId"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The note. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
            /** @description There is no such note or epic, or the epic was given by its number within the group instead of its id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateEpicNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description Numeric id of the epic, unique on the instance. Its number within the group leads to an error or to the notes of another epic. */
                readonly epic_id: components["parameters"]["NoteEpicId"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateEpicNoteBody"];
            };
        };
        readonly responses: {
            /** @description The note after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Note"];
                };
            };
            /** @description There is no such note or epic, or the epic was given by its number within the group instead of its id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteEpicNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description Numeric id of the epic, unique on the instance. Its number within the group leads to an error or to the notes of another epic. */
                readonly epic_id: components["parameters"]["NoteEpicId"];
                /** @description Numeric id of the note, unique on the instance. */
                readonly note_id: components["parameters"]["NoteId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            /** @description There is no such note or epic, or the epic was given by its number within the group instead of its id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listPipelines: {
        readonly parameters: {
            readonly query?: {
                /** @description Only pipelines with exactly this name. */
                readonly name?: string;
                /** @description Attribute by which the pipelines are ordered. Defaults to the id. */
                readonly order_by?: components["schemas"]["PipelineOrderField"];
                /** @description Direction of the order. Defaults to descending. */
                readonly sort?: components["schemas"]["SortOrder"];
                /** @description Only pipelines of this branch or tag. */
                readonly ref?: string;
                /** @description Only pipelines of this subset; `BRANCHES` and `TAGS` list only the latest pipeline of each. */
                readonly scope?: components["schemas"]["PipelineScope"];
                /** @description Only pipelines of the commit with this SHA. */
                readonly sha?: string;
                /** @description Only pipelines started this way, such as `push` or `web`. `parent_pipeline` lists the child pipelines, which are excluded otherwise. */
                readonly source?: string;
                /** @description Only pipelines with this current status. */
                readonly status?: components["schemas"]["PipelineStatusFilter"];
                /** @description Only pipelines that were last updated after this time. */
                readonly updated_after?: string;
                /** @description Only pipelines that were last updated before this time. */
                readonly updated_before?: string;
                /** @description Only pipelines that were created after this time. */
                readonly created_after?: string;
                /** @description Only pipelines that were created before this time. */
                readonly created_before?: string;
                /** @description Only pipelines that the user with this username started. */
                readonly username?: string;
                /** @description True keeps only pipelines whose configuration is invalid. */
                readonly yaml_errors?: boolean;
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of the pipelines that match. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["PipelineListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getLatestPipeline: {
        readonly parameters: {
            readonly query?: {
                /** @description Branch or tag of the commit. Defaults to the default branch of the project. */
                readonly ref?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The pipeline of the latest commit. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pipeline"];
                };
            };
            /** @description The latest commit has no pipeline, or the caller may not see pipelines; the status does not tell the two apart. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getPipeline: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The pipeline, as its instance-wide id. */
                readonly pipeline_id: components["parameters"]["PipelineId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The pipeline with all its attributes. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pipeline"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deletePipeline: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The pipeline, as its instance-wide id. */
                readonly pipeline_id: components["parameters"]["PipelineId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listPipelineVariables: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The pipeline, as its instance-wide id. */
                readonly pipeline_id: components["parameters"]["PipelineId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of the pipeline's variables. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["PipelineVariable"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getPipelineTestReport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The pipeline, as its instance-wide id. */
                readonly pipeline_id: components["parameters"]["PipelineId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The test report with all its suites and cases. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestReport"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getPipelineTestReportSummary: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The pipeline, as its instance-wide id. */
                readonly pipeline_id: components["parameters"]["PipelineId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The summary of the test report. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestReportSummary"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createPipeline: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePipelineBody"];
            };
        };
        readonly responses: {
            /** @description The new pipeline. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pipeline"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly retryPipeline: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The pipeline, as its instance-wide id. */
                readonly pipeline_id: components["parameters"]["PipelineId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The pipeline after the call. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pipeline"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly cancelPipeline: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description The pipeline, as its instance-wide id. */
                readonly pipeline_id: components["parameters"]["PipelineId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The pipeline after the call, whatever its state was before. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Pipeline"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The project as the caller may see it. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateProjectPullMirror: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateProjectPullMirrorBody"];
            };
        };
        readonly responses: {
            /** @description The project after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listGroupProjects: {
        readonly parameters: {
            readonly query?: {
                /** @description Only projects whose name, path or description contains this text. */
                readonly search?: string;
                /** @description True keeps archived projects only, false omits them. Defaults to both. */
                readonly archived?: boolean;
                /** @description Only projects of exactly this visibility. */
                readonly visibility?: components["schemas"]["Visibility"];
                /** @description Attribute by which the projects are ordered. Defaults to the time of creation. */
                readonly order_by?: components["schemas"]["ProjectOrderField"];
                /** @description Direction of the order. Defaults to descending. */
                readonly sort?: components["schemas"]["SortOrder"];
                /** @description Whether projects of all subgroups, at any depth, are listed too. Defaults to false. */
                readonly include_subgroups?: boolean;
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of the projects that match. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Project"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getPullMirror: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The pull mirror of the project. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PullMirror"];
                };
            };
            /** @description The project mirrors no repository. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updatePullMirror: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdatePullMirrorBody"];
            };
        };
        readonly responses: {
            /** @description The pull mirror as it is after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PullMirror"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly startPullMirror: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The pull was started. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The project mirrors no repository. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createProjectWithPullMirror: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateProjectWithPullMirrorBody"];
            };
        };
        readonly responses: {
            /** @description The new project. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Project"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listResourceGroups: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of resource groups. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ResourceGroup"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getResourceGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Key of the resource group within its project, as the CI/CD configuration names it. */
                readonly key: components["parameters"]["ResourceGroupKey"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The resource group. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResourceGroup"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateResourceGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Key of the resource group within its project, as the CI/CD configuration names it. */
                readonly key: components["parameters"]["ResourceGroupKey"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateResourceGroupBody"];
            };
        };
        readonly responses: {
            /** @description The resource group after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResourceGroup"];
                };
            };
            /** @description The resource group could not be updated, for example because the mode is not one of the four. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getResourceGroupCurrentJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Key of the resource group within its project, as the CI/CD configuration names it. */
                readonly key: components["parameters"]["ResourceGroupKey"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job that holds the group, or null when nothing runs. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResourceGroupJob"] | null;
                };
            };
            /** @description Nothing runs. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nothing runs; or there is no such group, which looks the same. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listResourceGroupUpcomingJobs: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
                /** @description Key of the resource group within its project, as the CI/CD configuration names it. */
                readonly key: components["parameters"]["ResourceGroupKey"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of waiting jobs. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ResourceGroupJob"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listRunners: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @deprecated
                 * @description Only runners in this condition, in the older form of the filter.
                 */
                readonly scope?: components["parameters"]["RunnerScopeFilter"];
                /** @description Only instance, group or project runners. Defaults to all types. */
                readonly type?: components["parameters"]["RunnerTypeFilter"];
                /** @description Only runners with this status. Defaults to all statuses. `OFFLINE` may include stale ones. */
                readonly status?: components["parameters"]["RunnerStatusIsFilter"];
                /** @description True lists only paused runners, false only others. Defaults to both. */
                readonly paused?: components["parameters"]["RunnerPausedFilter"];
                /** @description Only runners with all of these tags. */
                readonly tag_list?: components["parameters"]["RunnerTagListFilter"];
                /** @description Only runners whose version starts with this prefix, such as a major version (`15`) or a minor one (`15.0`). */
                readonly version_prefix?: components["parameters"]["RunnerVersionPrefixFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of runners. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RunnerListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listAllRunners: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @deprecated
                 * @description Only runners of this kind or in this condition, in the older form of the filter.
                 */
                readonly scope?: components["parameters"]["InstanceRunnerScopeFilter"];
                /** @description Only instance, group or project runners. Defaults to all types. */
                readonly type?: components["parameters"]["RunnerTypeFilter"];
                /** @description Only runners with this status. Defaults to all statuses. `OFFLINE` may include stale ones. */
                readonly status?: components["parameters"]["RunnerStatusIsFilter"];
                /** @description True lists only paused runners, false only others. Defaults to both. */
                readonly paused?: components["parameters"]["RunnerPausedFilter"];
                /** @description Only runners with all of these tags. */
                readonly tag_list?: components["parameters"]["RunnerTagListFilter"];
                /** @description Only runners whose version starts with this prefix, such as a major version (`15`) or a minor one (`15.0`). */
                readonly version_prefix?: components["parameters"]["RunnerVersionPrefixFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of runners of the instance. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RunnerListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getRunner: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Numeric id of the runner, unique on the instance. */
                readonly id: components["parameters"]["RunnerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The runner with all its attributes. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Runner"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateRunner: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Numeric id of the runner, unique on the instance. */
                readonly id: components["parameters"]["RunnerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateRunnerBody"];
            };
        };
        readonly responses: {
            /** @description The runner after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Runner"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listRunnerJobs: {
        readonly parameters: {
            readonly query?: {
                /** @description Only jobs on the machine with this system id, for a runner on several machines. */
                readonly system_id?: string;
                /** @description Only jobs with this status. Defaults to all statuses. */
                readonly status?: components["schemas"]["RunnerJobStatusFilter"];
                /** @description Attribute by which the jobs are ordered. */
                readonly order_by?: components["schemas"]["RunnerJobOrderField"];
                /** @description Direction of the order. Defaults to descending (newest first). */
                readonly sort?: components["schemas"]["SortOrder"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description Numeric id of the runner, unique on the instance. */
                readonly id: components["parameters"]["RunnerId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of jobs of the runner. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RunnerJob"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listProjectRunners: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @deprecated
                 * @description Only runners in this condition, in the older form of the filter.
                 */
                readonly scope?: components["parameters"]["RunnerScopeFilter"];
                /** @description Only instance, group or project runners. Defaults to all types. */
                readonly type?: components["parameters"]["RunnerTypeFilter"];
                /** @description Only runners with this status. Defaults to all statuses. `OFFLINE` may include stale ones. */
                readonly status?: components["parameters"]["RunnerStatusIsFilter"];
                /** @description True lists only paused runners, false only others. Defaults to both. */
                readonly paused?: components["parameters"]["RunnerPausedFilter"];
                /** @description Only runners with all of these tags. */
                readonly tag_list?: components["parameters"]["RunnerTagListFilter"];
                /** @description Only runners whose version starts with this prefix, such as a major version (`15`) or a minor one (`15.0`). */
                readonly version_prefix?: components["parameters"]["RunnerVersionPrefixFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of runners of the project. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RunnerListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listGroupRunners: {
        readonly parameters: {
            readonly query?: {
                /** @description Only instance, group or project runners. Defaults to all types. */
                readonly type?: components["parameters"]["RunnerTypeFilter"];
                /** @description Only runners with this status. Defaults to all statuses. `OFFLINE` may include stale ones. */
                readonly status?: components["parameters"]["RunnerStatusIsFilter"];
                /** @description True lists only paused runners, false only others. Defaults to both. */
                readonly paused?: components["parameters"]["RunnerPausedFilter"];
                /** @description Only runners with all of these tags. */
                readonly tag_list?: components["parameters"]["RunnerTagListFilter"];
                /** @description Only runners whose version starts with this prefix, such as a major version (`15`) or a minor one (`15.0`). */
                readonly version_prefix?: components["parameters"]["RunnerVersionPrefixFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of runners of the group. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["RunnerListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createRunner: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateRunnerBody"];
            };
        };
        readonly responses: {
            /** @description Number and authentication token of the new runner. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedRunner"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listInstanceServiceAccounts: {
        readonly parameters: {
            readonly query?: {
                /** @description Attribute by which the accounts are ordered. Defaults to their id. */
                readonly order_by?: components["schemas"]["ServiceAccountOrderField"];
                /** @description Direction of the order. Defaults to descending. */
                readonly sort?: components["schemas"]["SortOrder"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of service accounts without email addresses. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ServiceAccountListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createInstanceServiceAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateInstanceServiceAccountBody"];
            };
        };
        readonly responses: {
            /** @description The new service account. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            /** @description The email address is in use already. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateInstanceServiceAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The service account, by its numeric user id. */
                readonly id: components["parameters"]["ServiceAccountId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateInstanceServiceAccountBody"];
            };
        };
        readonly responses: {
            /** @description The service account after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listGroupServiceAccounts: {
        readonly parameters: {
            readonly query?: {
                /** @description Attribute by which the accounts are ordered. Defaults to their id. */
                readonly order_by?: components["schemas"]["ServiceAccountOrderField"];
                /** @description Direction of the order. Defaults to descending. */
                readonly sort?: components["schemas"]["SortOrder"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of service accounts of the group. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ServiceAccount"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createGroupServiceAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateGroupServiceAccountBody"];
            };
        };
        readonly responses: {
            /** @description The new service account. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            /** @description The email address is in use already. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly deleteGroupServiceAccount: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether to delete the contributions of the account, which otherwise move to a ghost user, and the groups that only the account owns. */
                readonly hard_delete?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description The service account, by its numeric user id. */
                readonly user_id: components["parameters"]["ServiceAccountUserId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            readonly default: components["responses"]["Error"];
        };
    };
    readonly updateGroupServiceAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description The service account, by its numeric user id. */
                readonly user_id: components["parameters"]["ServiceAccountUserId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateGroupServiceAccountBody"];
            };
        };
        readonly responses: {
            /** @description The service account after the change. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listServiceAccountTokens: {
        readonly parameters: {
            readonly query?: {
                /** @description Only tokens created after this time. */
                readonly created_after?: string;
                /** @description Only tokens created before this time. */
                readonly created_before?: string;
                /** @description Only tokens last used after this time. */
                readonly last_used_after?: string;
                /** @description Only tokens last used before this time. */
                readonly last_used_before?: string;
                /** @description Only tokens that expire after this day. */
                readonly expires_after?: string;
                /** @description Only tokens that expire before this day. */
                readonly expires_before?: string;
                /** @description True gives only tokens that were revoked. */
                readonly revoked?: boolean;
                /** @description Only tokens whose name contains this text. */
                readonly search?: string;
                /** @description Attribute and direction by which the tokens are ordered. The service determines the default. */
                readonly sort?: components["schemas"]["TokenSort"];
                /** @description Only tokens in this state. */
                readonly state?: components["schemas"]["TokenStateFilter"];
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
            };
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description The service account, by its numeric user id. */
                readonly user_id: components["parameters"]["ServiceAccountUserId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of tokens without their secrets. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ServiceAccountToken"][];
                };
            };
            /** @description The credential is missing or not valid. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such group, or the caller may not see it. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createServiceAccountToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description The service account, by its numeric user id. */
                readonly user_id: components["parameters"]["ServiceAccountUserId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateServiceAccountTokenBody"];
            };
        };
        readonly responses: {
            /** @description The new token with its secret. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedServiceAccountToken"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly revokeServiceAccountToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description The service account, by its numeric user id. */
                readonly user_id: components["parameters"]["ServiceAccountUserId"];
                /** @description The personal access token, by its id. */
                readonly token_id: components["parameters"]["ServiceAccountTokenId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 204: components["responses"]["NoContent"];
            /** @description The token was not revoked. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller may not revoke this token. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such token. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly rotateServiceAccountToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
                /** @description The service account, by its numeric user id. */
                readonly user_id: components["parameters"]["ServiceAccountUserId"];
                /** @description The personal access token, by its id. */
                readonly token_id: components["parameters"]["ServiceAccountTokenId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["RotateServiceAccountTokenBody"];
            };
        };
        readonly responses: {
            /** @description The new token with its secret. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreatedServiceAccountToken"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: {
                /** @description Only the user with exactly this username (case-insensitive). */
                readonly username?: string;
                /** @description Only users with exactly this public email address. */
                readonly public_email?: string;
                /** @description Fuzzy search by name or username, or exact search by public email address. For administrators, also by private email address. */
                readonly search?: string;
                /** @description True keeps active users only. False does not filter, so exclude active users with the filter made for it. */
                readonly active?: boolean;
                /** @description True keeps external users only. False does not filter, so exclude external users with the filter made for it. */
                readonly external?: boolean;
                /** @description True keeps blocked users only. False does not filter. */
                readonly blocked?: boolean;
                /** @description True keeps people only, that is accounts that are neither bots nor internal. */
                readonly humans?: boolean;
                /** @description True leaves out active users, so that blocked and deactivated ones remain. */
                readonly exclude_active?: boolean;
                /** @description True leaves out external users. */
                readonly exclude_external?: boolean;
                /** @description True leaves out people, so that bots and internal accounts remain. */
                readonly exclude_humans?: boolean;
                /** @description True leaves out the internal accounts that the instance itself uses. */
                readonly exclude_internal?: boolean;
                /** @description True leaves out the bot users that belong to project access tokens. */
                readonly without_project_bots?: boolean;
                /** @description Only users whose account was created after this time. */
                readonly created_after?: string;
                /** @description Only users whose account was created before this time. */
                readonly created_before?: string;
                /** @description Id of the user at an external identity provider; give the provider with it. Administrators only; no effect for others. */
                readonly extern_uid?: string;
                /** @description Name of the external identity provider that the external id belongs to; `scim` in Premium and Ultimate. Administrators only; no effect for others. */
                readonly provider?: string;
                /** @description Attribute by which the users are ordered. Defaults to their id. Administrators only; no effect for others. */
                readonly order_by?: components["schemas"]["UserOrderField"];
                /** @description Direction of the order. Defaults to descending. Administrators only; no effect for others. */
                readonly sort?: components["schemas"]["SortOrder"];
                /** @description Only users with, or without, two-factor authentication. Administrators only; no effect for others. */
                readonly two_factor?: components["schemas"]["UserTwoFactorFilter"];
                /** @description True keeps users who own and share no project. Administrators only; no effect for others. */
                readonly without_projects?: boolean;
                /** @description True keeps administrators of the instance. Administrators only; no effect for others. */
                readonly admins?: boolean;
                /** @description True keeps auditors, who may read everything. Premium and Ultimate. Administrators only; no effect for others. */
                readonly auditors?: boolean;
                /** @description True leaves out users who sign in through an LDAP directory. Premium and Ultimate. Administrators only; no effect for others. */
                readonly skip_ldap?: boolean;
                /** @description Only users that carry each of these custom attributes with exactly the value given. Administrators only; no effect for others. */
                readonly custom_attributes?: {
                    readonly [key: string]: string;
                };
                /** @description Whether each user comes with the custom attributes set on it. Administrators only. */
                readonly with_custom_attributes?: boolean;
                /** @description Number of the page, from 1. */
                readonly page?: components["parameters"]["Page"];
                /** @description Items on a page; 20 when absent, at most 100. */
                readonly per_page?: components["parameters"]["PerPage"];
                /** @description Set to `keyset` to page by the next link of each response instead of by page numbers. */
                readonly pagination?: components["parameters"]["Pagination"];
                /** @description Position of the next keyset page by id, as the next link of the previous response gave it. */
                readonly id_after?: components["parameters"]["KeysetIdAfter"];
                /** @description Position of the next keyset page, as the next link of the previous response gave it. */
                readonly cursor?: components["parameters"]["KeysetCursor"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One page of the users that match. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["UserListItem"][];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getUser: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether the user comes with the custom attributes set on it. Administrators only. */
                readonly with_custom_attributes?: boolean;
            };
            readonly header?: never;
            readonly path: {
                /** @description Numeric id of the user; a username is not accepted here. */
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The user as the caller may see it. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["User"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getCurrentUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account of the caller. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CurrentUser"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createProjectVulnerabilityExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The project, as its numeric id or its full path. */
                readonly id: components["parameters"]["ProjectId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateProjectVulnerabilityExportBody"];
            };
        };
        readonly responses: {
            /** @description The new export, which runs in the background. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VulnerabilityExport"];
                };
            };
            /** @description The caller may not create an export. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller's previous export of the same project is still in progress. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createGroupVulnerabilityExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The group, as its numeric id or its full path. */
                readonly id: components["parameters"]["GroupId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateGroupVulnerabilityExportBody"];
            };
        };
        readonly responses: {
            /** @description The new export, which runs in the background. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VulnerabilityExport"];
                };
            };
            /** @description The caller may not create an export. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The caller's previous export of the same group is still in progress. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly createInstanceVulnerabilityExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The new export, which runs in the background. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VulnerabilityExport"];
                };
            };
            /** @description The caller may not create an export. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly getVulnerabilityExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Number of the export, as its creation gave it. */
                readonly id: components["parameters"]["VulnerabilityExportId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The export, which has finished and can be downloaded. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VulnerabilityExport"];
                };
            };
            /** @description The export, which has not finished yet. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VulnerabilityExport"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
    readonly downloadVulnerabilityExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Number of the export, as its creation gave it. */
                readonly id: components["parameters"]["VulnerabilityExportId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file, as CSV or PDF. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                    readonly "application/pdf": string;
                };
            };
            /** @description The export has not finished yet, or no export has this id. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly default: components["responses"]["Error"];
        };
    };
}
