// Generated from schema/rest by `npm run generate`. Do not edit.
import type { OpenApiDocument } from './document.ts';

export const document: OpenApiDocument = {
 "openapi": "3.1.0",
 "info": {
  "title": "REST contract of the upstream",
  "version": "v4"
 },
 "paths": {
  "/projects/{id}/error_tracking/settings": {
   "get": {
    "operationId": "getErrorTrackingSettings",
    "tags": [
     "error-tracking"
    ],
    "summary": "The error tracking settings of a project.",
    "description": "For Maintainers and Owners of the project. Always needs a credential, also where the project is public.",
    "x-source": "document 1, section 4.9",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "responses": {
     "200": {
      "description": "The error tracking settings of the project.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ErrorTrackingSettings"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "createErrorTrackingSettings",
    "tags": [
     "error-tracking"
    ],
    "summary": "Sets up integrated error tracking for a project.",
    "description": "It replaces existing settings. For Maintainers and Owners of the project. Not for an external tracker.",
    "x-source": "document 1, section 4.9",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateErrorTrackingSettingsBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The error tracking settings as they are now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ErrorTrackingSettings"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "patch": {
    "operationId": "updateErrorTrackingSettings",
    "tags": [
     "error-tracking"
    ],
    "summary": "Enables or disables the configured error tracking of a project, and can change its backend.",
    "description": "For Maintainers and Owners of the project. Error tracking must be configured already.",
    "x-source": "document 1, section 4.9",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateErrorTrackingSettingsBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The error tracking settings as they are now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ErrorTrackingSettings"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/error_tracking/client_keys": {
   "get": {
    "operationId": "listErrorTrackingClientKeys",
    "tags": [
     "error-tracking"
    ],
    "summary": "The client keys of a project's integrated error tracking.",
    "description": "For Maintainers and Owners of the project.",
    "x-source": "document 1, section 4.9",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of client keys.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ErrorTrackingClientKey"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createErrorTrackingClientKey",
    "tags": [
     "error-tracking"
    ],
    "summary": "Creates a client key for a project's integrated error tracking.",
    "description": "The service generates the key. For Maintainers and Owners of the project.",
    "x-source": "document 1, section 4.9",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "responses": {
     "201": {
      "description": "The new client key.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ErrorTrackingClientKey"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/error_tracking/client_keys/{key_id}": {
   "delete": {
    "operationId": "deleteErrorTrackingClientKey",
    "tags": [
     "error-tracking"
    ],
    "summary": "Deletes a client key of a project's integrated error tracking.",
    "description": "Applications can no longer report errors with the key. For Maintainers and Owners of the project.",
    "x-source": "document 1, section 4.9",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "name": "key_id",
      "in": "path",
      "required": true,
      "description": "Number of the client key, as the list of keys gives it.",
      "x-source": "document 1, section 4.9",
      "schema": {
       "type": "integer",
       "format": "int64"
      }
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/features": {
   "get": {
    "operationId": "listFeatureFlags",
    "tags": [
     "feature-flags"
    ],
    "summary": "The feature flags that have been set on this instance.",
    "description": "For administrators of self-managed instances only. Flags that were never set have their default and are only in `featureFlagDefinitions`.",
    "x-source": "document 2, section 4.7",
    "parameters": [
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of feature flags that were set.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/FeatureFlag"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/features/definitions": {
   "get": {
    "operationId": "listFeatureFlagDefinitions",
    "tags": [
     "feature-flags"
    ],
    "summary": "The feature flags that this version of the service defines.",
    "description": "For administrators of self-managed instances only. Contains their defaults, not their values on this instance.",
    "x-source": "document 2, section 4.7",
    "parameters": [
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of definitions of feature flags.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/FeatureFlagDefinition"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/features/{name}": {
   "post": {
    "operationId": "setFeatureFlag",
    "tags": [
     "feature-flags"
    ],
    "summary": "Sets a feature flag for all actors or for targets.",
    "description": "For administrators of self-managed instances only. A flag that does not exist yet is created. One call can set it for targets of several kinds.",
    "x-source": "document 2, section 4.7",
    "parameters": [
     {
      "$ref": "#/components/parameters/FeatureFlagName"
     },
     {
      "name": "private_token",
      "in": "query",
      "description": "Access token of the caller, which one documented request carries here. Never sent by this facade, whose credential always travels in a header.",
      "x-secret": true,
      "x-never-sent": true,
      "schema": {
       "type": "string"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetFeatureFlagBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The feature flag after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/FeatureFlag"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteFeatureFlag",
    "tags": [
     "feature-flags"
    ],
    "summary": "Removes all values of a feature flag, so that its default applies again.",
    "description": "For administrators of self-managed instances only. Also succeeds if the flag was not set or does not exist.",
    "x-source": "document 2, section 4.7",
    "parameters": [
     {
      "$ref": "#/components/parameters/FeatureFlagName"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/ai/agent_workflows/workflows": {
   "post": {
    "operationId": "createFlow",
    "tags": [
     "flows"
    ],
    "summary": "Creates an agent flow, and starts it with `startWorkflow: true`.",
    "description": "Premium and Ultimate tiers; an experiment, so it may change without notice. The flow has the type of a workflow definition, or runs an item of the AI catalog, which must already be enabled for its project.",
    "x-source": "document 2, section 4.9",
    "requestBody": {
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateFlowBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new flow, running where it was to be started at once.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Flow"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/ai/agent_workflows/workflows/agent_privileges": {
   "get": {
    "operationId": "listAgentPrivileges",
    "tags": [
     "flows"
    ],
    "summary": "The privileges that can be granted to agents of a flow.",
    "description": "`defaultEnabled` states whether agents have a privilege by default. Premium and Ultimate tiers; an experiment, so it may change without notice.",
    "x-source": "document 2, section 4.9",
    "responses": {
     "200": {
      "description": "All privileges that agents can have, not in pages.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AgentPrivilegeList"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/ai/agent_workflows/workflows/{id}": {
   "get": {
    "operationId": "getFlow",
    "tags": [
     "flows"
    ],
    "summary": "An agent flow of the caller.",
    "description": "Premium and Ultimate tiers; an experiment, so it may change without notice. Another user's flow counts as missing.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/FlowId"
     }
    ],
    "responses": {
     "200": {
      "description": "The flow as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Flow"
        }
       }
      }
     },
     "404": {
      "description": "There is no such flow, or it belongs to another user.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations": {
   "get": {
    "operationId": "listGroupIntegrations",
    "tags": [
     "group-integrations"
    ],
    "summary": "The active integrations of a group with third-party tools.",
    "description": "For Maintainers and Owners of the group. Disabled integrations are not part of the list. Selecting `settings` costs one call for each integration.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of active integrations.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/GroupIntegration"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/task-tracker-a": {
   "put": {
    "operationId": "setTaskTrackerAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with task tracker A, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Comments in the tool are attributed to the user of the API key. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetTaskTrackerAIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TaskTrackerAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getTaskTrackerAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with task tracker A, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TaskTrackerAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableTaskTrackerAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with task tracker A.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/code-host-a": {
   "put": {
    "operationId": "setCodeHostAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with code host A, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetCodeHostAIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CodeHostAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getCodeHostAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with code host A, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CodeHostAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableCodeHostAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with code host A.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/ci-server-a": {
   "put": {
    "operationId": "setCiServerAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with CI server A, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetCiServerAIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CiServerAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getCiServerAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with CI server A, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CiServerAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableCiServerAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with CI server A.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/issue-tracker-a": {
   "put": {
    "operationId": "setIssueTrackerAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with issue tracker A, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetIssueTrackerAIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/IssueTrackerAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getIssueTrackerAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with issue tracker A, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/IssueTrackerAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableIssueTrackerAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with issue tracker A.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/ci-service-a": {
   "put": {
    "operationId": "setCiServiceAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with CI service A, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetCiServiceAIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CiServiceAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getCiServiceAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with CI service A, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CiServiceAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableCiServiceAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with CI service A.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/chat-a": {
   "put": {
    "operationId": "setChatAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with chat A, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetChatAIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChatAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getChatAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with chat A, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChatAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableChatAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with chat A.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/issue-tracker-b": {
   "put": {
    "operationId": "setIssueTrackerBIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with issue tracker B, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Has no address for new issues, unlike issue tracker A. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetIssueTrackerBIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/IssueTrackerBIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getIssueTrackerBIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with issue tracker B, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/IssueTrackerBIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableIssueTrackerBIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with issue tracker B.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/wiki-a": {
   "put": {
    "operationId": "setWikiAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with wiki A, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetWikiAIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/WikiAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getWikiAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with wiki A, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/WikiAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableWikiAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with wiki A.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/custom-issue-tracker": {
   "put": {
    "operationId": "setCustomIssueTrackerIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with a custom issue tracker, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetCustomIssueTrackerIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CustomIssueTrackerIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getCustomIssueTrackerIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with a custom issue tracker, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CustomIssueTrackerIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableCustomIssueTrackerIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with a custom issue tracker.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/monitoring-a": {
   "put": {
    "operationId": "setMonitoringAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with monitoring A, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetMonitoringAIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MonitoringAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getMonitoringAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with monitoring A, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MonitoringAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableMonitoringAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with monitoring A.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/test-gen-a": {
   "put": {
    "operationId": "setTestGenAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with test generator A, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetTestGenAIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TestGenAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getTestGenAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with test generator A, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TestGenAIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableTestGenAIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with test generator A.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/chat-b": {
   "put": {
    "operationId": "setChatBIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with chat B, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Each kind of event can go to a webhook of its own. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetChatBIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChatBIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getChatBIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with chat B, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChatBIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableChatBIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with chat B.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/ci-service-b": {
   "put": {
    "operationId": "setCiServiceBIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with CI service B, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetCiServiceBIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CiServiceBIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getCiServiceBIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with CI service B, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CiServiceBIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableCiServiceBIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with CI service B.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/chat-c": {
   "put": {
    "operationId": "setChatCIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with chat C, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. All nine kinds of events must be switched on or off explicitly, unlike for the other chats. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetChatCIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChatCIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getChatCIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with chat C, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChatCIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableChatCIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with chat C.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/chat-d": {
   "put": {
    "operationId": "setChatDIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with chat D, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetChatDIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChatDIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getChatDIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with chat D, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChatDIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableChatDIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with chat D.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/chat-e": {
   "put": {
    "operationId": "setChatEIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with chat E, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetChatEIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChatEIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getChatEIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with chat E, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChatEIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableChatEIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with chat E.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/integrations/issue-tracker-c": {
   "put": {
    "operationId": "setIssueTrackerCIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Sets up the integration of a group with issue tracker C, or gives it new settings.",
    "description": "For Maintainers and Owners of the group. Has no address for new issues, unlike issue tracker A. Set up again, the integration takes the new settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/SetIssueTrackerCIntegrationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The integration as it is now.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/IssueTrackerCIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "get": {
    "operationId": "getIssueTrackerCIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "The integration of a group with issue tracker C, and its settings.",
    "description": "For Maintainers and Owners of the group. Secrets among the settings may be withheld.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The integration with its settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/IssueTrackerCIntegration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "disableIssueTrackerCIntegration",
    "tags": [
     "group-integrations"
    ],
    "summary": "Disables the integration of a group with issue tracker C.",
    "description": "For Maintainers and Owners of the group. All its settings are reset, so setting it up again needs all of them.",
    "x-source": "document 2, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups": {
   "get": {
    "operationId": "listGroups",
    "tags": [
     "groups"
    ],
    "summary": "The groups that the caller belongs to or may see.",
    "description": "Ordered by name unless asked otherwise. All that the caller may see are listed with `scope: AVAILABLE`, which is the default for administrators. Callers who are not signed in get every public group. Callers who are not signed in may page by keyset, with `keyset`.",
    "x-source": "document 2, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupFilterSkipGroups"
     },
     {
      "$ref": "#/components/parameters/GroupFilterAllAvailable"
     },
     {
      "$ref": "#/components/parameters/GroupFilterSearch"
     },
     {
      "name": "order_by",
      "in": "query",
      "description": "Attribute by which the groups are ordered. With `keyset`, it defaults to `ID`.",
      "x-source": "document 2, section 4.4",
      "schema": {
       "$ref": "#/components/schemas/GroupOrderField",
       "default": "name"
      }
     },
     {
      "$ref": "#/components/parameters/GroupFilterSort"
     },
     {
      "$ref": "#/components/parameters/GroupFilterStatistics"
     },
     {
      "$ref": "#/components/parameters/GroupFilterVisibility"
     },
     {
      "$ref": "#/components/parameters/GroupFilterWithCustomAttributes"
     },
     {
      "$ref": "#/components/parameters/GroupFilterOwned"
     },
     {
      "$ref": "#/components/parameters/GroupFilterMinAccessLevel"
     },
     {
      "$ref": "#/components/parameters/GroupFilterTopLevelOnly"
     },
     {
      "$ref": "#/components/parameters/GroupFilterRepositoryStorage"
     },
     {
      "$ref": "#/components/parameters/GroupFilterMarkedForDeletionOn"
     },
     {
      "$ref": "#/components/parameters/GroupFilterActive"
     },
     {
      "$ref": "#/components/parameters/GroupFilterArchived"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Pagination"
     },
     {
      "$ref": "#/components/parameters/KeysetCursor"
     }
    ],
    "x-filters": {
     "scope": {
      "description": "Relation of the caller to the listed groups. Defaults to `AVAILABLE`. `MEMBER` and `AVAILABLE` have no effect with `minAccessLevel`, or for anonymous callers, who see every public group.",
      "schema": {
       "$ref": "#/components/schemas/GroupScope"
      },
      "values": {
       "owned": {
        "owned": true
       },
       "member": {
        "all_available": false
       },
       "available": {
        "all_available": true
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "One page of the groups that match.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/GroupListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}": {
   "get": {
    "operationId": "getGroup",
    "tags": [
     "groups"
    ],
    "summary": "A group with its settings.",
    "description": "Public groups can be read without being signed in. The runners token and the Git access protocol are given to administrators and Owners only, the storage figures not at all.",
    "x-source": "document 2, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "name": "with_custom_attributes",
      "in": "query",
      "description": "Whether the group comes with the custom attributes set on it. Administrators only.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "with_projects",
      "in": "query",
      "description": "Whether the group comes with up to 100 of its projects and up to 100 of those shared with it.",
      "deprecated": true,
      "x-deprecation": "Use projects of the group. To be removed in v5 of the REST interface.",
      "schema": {
       "type": "boolean",
       "default": true
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The group as the caller may see it.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Group"
        }
       }
      }
     },
     "404": {
      "description": "There is no such group, or the caller may not see it.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updateGroup",
    "x-aliases": [
     "uploadGroupAvatar",
     "removeGroupAvatar"
    ],
    "tags": [
     "groups"
    ],
    "summary": "Changes the settings or the avatar of a group.",
    "description": "Values that are left out stay as they are. For administrators and Owners of the group; some settings are for administrators only. A new avatar is sent as a file, in a call of its own; an empty avatar removes the present one.",
    "x-source": "document 2, section 4.4",
    "parameters": [
     {
      "name": "id",
      "in": "path",
      "required": true,
      "description": "Numeric id of the group; its path is not accepted here.",
      "schema": {
       "type": "integer",
       "format": "int64"
      }
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateGroupBody"
       }
      },
      "multipart/form-data": {
       "schema": {
        "$ref": "#/components/schemas/UploadGroupAvatarBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The group with its new settings.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChangedGroup"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/subgroups": {
   "get": {
    "operationId": "listSubgroups",
    "tags": [
     "groups"
    ],
    "summary": "The direct subgroups of a group.",
    "description": "By default, users get those that they belong to, and administrators all. Anonymous callers get the public ones. Deeper subgroups are not part of the list.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/GroupFilterSkipGroups"
     },
     {
      "$ref": "#/components/parameters/GroupFilterAllAvailable"
     },
     {
      "$ref": "#/components/parameters/GroupFilterSearch"
     },
     {
      "$ref": "#/components/parameters/GroupFilterOrderBy"
     },
     {
      "$ref": "#/components/parameters/GroupFilterSort"
     },
     {
      "$ref": "#/components/parameters/GroupFilterStatistics"
     },
     {
      "$ref": "#/components/parameters/GroupFilterVisibility"
     },
     {
      "$ref": "#/components/parameters/GroupFilterWithCustomAttributes"
     },
     {
      "$ref": "#/components/parameters/GroupFilterOwned"
     },
     {
      "$ref": "#/components/parameters/GroupFilterMinAccessLevel"
     },
     {
      "$ref": "#/components/parameters/GroupFilterRepositoryStorage"
     },
     {
      "$ref": "#/components/parameters/GroupFilterMarkedForDeletionOn"
     },
     {
      "$ref": "#/components/parameters/GroupFilterActive"
     },
     {
      "$ref": "#/components/parameters/GroupFilterArchived"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "x-filters": {
     "scope": {
      "description": "Relation of the caller to the listed subgroups. Defaults to `MEMBER` for users and `AVAILABLE` for administrators. These two have no effect with `minAccessLevel`, or for anonymous callers, who see every public subgroup.",
      "schema": {
       "$ref": "#/components/schemas/GroupScope"
      },
      "values": {
       "owned": {
        "owned": true
       },
       "member": {
        "all_available": false
       },
       "available": {
        "all_available": true
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "One page of the subgroups that match.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/GroupListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/share": {
   "post": {
    "operationId": "shareGroup",
    "tags": [
     "groups"
    ],
    "summary": "Shares a group with another group.",
    "description": "Members of the invited group get access to this group, up to a role. With `memberRole`, `groupAccessLevel` must equal the base role of the custom role.",
    "x-source": "document 2, section 4.4; method and path beyond the documents, section 1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ShareGroupBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The shared group.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ChangedGroup"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/share/{group_id}": {
   "delete": {
    "operationId": "unshareGroup",
    "tags": [
     "groups"
    ],
    "summary": "Stops sharing a group with another group.",
    "description": "Members of the invited group lose the access that they had through the share.",
    "x-source": "document 2, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "name": "group_id",
      "in": "path",
      "required": true,
      "description": "Numeric id of the group that is no longer to have access.",
      "schema": {
       "type": "integer",
       "format": "int64"
      }
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/avatar": {
   "get": {
    "operationId": "downloadGroupAvatar",
    "tags": [
     "groups"
    ],
    "summary": "The picture file of a group's avatar.",
    "description": "For public groups the caller need not be signed in.",
    "x-source": "document 2, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "200": {
      "description": "The picture, in the format in which it was uploaded.",
      "content": {
       "image/*": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "Bytes of the picture."
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/ldap_sync": {
   "post": {
    "operationId": "syncGroupWithDirectory",
    "tags": [
     "groups"
    ],
    "summary": "Starts the synchronization of a group with its LDAP directory groups.",
    "description": "Updates the members of the group from the linked directory groups. Self-managed instances in Premium and Ultimate; for administrators and Owners of the group.",
    "x-source": "document 2, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "responses": {
     "201": {
      "description": "The sync was asked for. The reference documentation states neither status nor body; services of this kind return 202 and the bare number."
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/manage/personal_access_tokens": {
   "get": {
    "operationId": "listGroupManagedTokens",
    "tags": [
     "groups"
    ],
    "summary": "The personal access tokens of a group's enterprise users.",
    "description": "The credential inventory of a top-level group on the hosted service, for its Owners. Does not contain the secrets of the tokens.",
    "x-source": "document 2, section 4.4; further values of the order beyond the documents, section 1",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "name": "created_after",
      "in": "query",
      "description": "Only tokens that were created after this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "created_before",
      "in": "query",
      "description": "Only tokens that were created before this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "last_used_after",
      "in": "query",
      "description": "Only tokens that were last used after this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "last_used_before",
      "in": "query",
      "description": "Only tokens that were last used before this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "revoked",
      "in": "query",
      "description": "True keeps revoked tokens only, false those that are not revoked.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "search",
      "in": "query",
      "description": "Only tokens whose name contains this text.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "state",
      "in": "query",
      "description": "Only tokens in this state.",
      "schema": {
       "$ref": "#/components/schemas/TokenStateFilter"
      }
     },
     {
      "name": "sort",
      "in": "query",
      "description": "Attribute and direction of the order of the tokens. The service determines the default.",
      "schema": {
       "$ref": "#/components/schemas/TokenSort"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of the tokens that match.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ManagedToken"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/import/host-a": {
   "post": {
    "operationId": "importFromHostA",
    "tags": [
     "imports"
    ],
    "summary": "Imports a repository from host A into a new project.",
    "description": "Runs in the background: follow it with the query or subscription `projectImport`. In a personal namespace, all contributions are assigned to its owner and cannot be reassigned. With a group access token, the project inherits the visibility of its source, and path and namespace must exist.",
    "x-source": "document 2, section 4.8",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ImportFromHostABody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new project, whose import is scheduled.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ImportResult"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/import/host-a/cancel": {
   "post": {
    "operationId": "cancelHostAImport",
    "tags": [
     "imports"
    ],
    "summary": "Cancels an import from host A that is in progress.",
    "description": "Rejected if the import has ended or cannot be canceled for another reason.",
    "x-source": "document 2, section 4.8",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CancelHostAImportBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The project, whose import is being canceled.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CanceledImport"
        }
       }
      }
     },
     "400": {
      "description": "The import is not in a state in which it can be canceled.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "404": {
      "description": "There is no such project.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/import/host-a/gists": {
   "post": {
    "operationId": "importHostAGists",
    "tags": [
     "imports"
    ],
    "summary": "Imports the caller's gists from host A as personal snippets.",
    "description": "Runs in the background. Gists with more than 10 files are skipped, and the caller receives an email with the gists that could not be imported. One import of gists can run at a time.",
    "x-source": "document 2, section 4.8",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ImportHostAGistsBody"
       }
      }
     }
    },
    "responses": {
     "202": {
      "description": "The import of the gists has started."
     },
     "401": {
      "description": "The host refused the token that was given for it; this is not about the caller's own credential.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "422": {
      "description": "An import of gists is running already.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "429": {
      "description": "The rate limit of the host is exceeded.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/import/server-b": {
   "post": {
    "operationId": "importFromServerB",
    "tags": [
     "imports"
    ],
    "summary": "Imports a repository from server B into a new project.",
    "description": "Runs in the background: follow it with the query or subscription `projectImport`. In a personal namespace, all contributions are assigned to its owner and cannot be reassigned. With a group access token, the project inherits the visibility of its source, and path and namespace must exist.",
    "x-source": "document 2, section 4.8",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ImportFromServerBBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new project, whose import is scheduled.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ImportResult"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/import/cloud-c": {
   "post": {
    "operationId": "importFromCloudC",
    "tags": [
     "imports"
    ],
    "summary": "Imports a repository from cloud C into a new project.",
    "description": "Runs in the background: follow it with the query or subscription `projectImport`. In a personal namespace, all contributions are assigned to its owner and cannot be reassigned. With a group access token, the project inherits the visibility of its source, and path and namespace must exist.",
    "x-source": "document 2, section 4.8",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ImportFromCloudCBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new project, whose import is scheduled.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ImportResult"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/import": {
   "get": {
    "operationId": "getProjectImport",
    "tags": [
     "imports"
    ],
    "summary": "The import that fills a project, and how far it is.",
    "description": "For whoever may see the project. It is over when the status is `FINISHED`, `FAILED` or `CANCELED`.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "responses": {
     "200": {
      "description": "The project with the state of its import.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ProjectImport"
        }
       }
      }
     },
     "404": {
      "description": "There is no such project, or the caller may not see it.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/invitations": {
   "get": {
    "operationId": "listGroupInvitations",
    "tags": [
     "invitations"
    ],
    "summary": "The pending invitations to a group.",
    "description": "For Owners of the group. Invitations to ancestor groups are not part of the list.",
    "x-source": "document 2, section 4.6",
    "x-filter-type": "InvitationsFilter",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "name": "query",
      "in": "query",
      "description": "Only invitations to exactly this email address; an empty string returns all.",
      "schema": {
       "type": "string"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "x-filters": {
     "email": {
      "description": "Only invitations to exactly this email address; an empty string returns all.",
      "schema": {
       "type": "string"
      },
      "parameter": "query"
     }
    },
    "responses": {
     "200": {
      "description": "One page of pending invitations.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Invitation"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createGroupInvitation",
    "tags": [
     "invitations"
    ],
    "summary": "Invites people to a group by email address or user id.",
    "description": "For Owners of the group. Some invitations can succeed while others fail, and all of them can fail although the call succeeds: check the status and the messages of the result. If role promotions require approval, an invitation is queued for an administrator. If the instance disallows new accounts or invitations, an administrator must add the user.",
    "x-source": "document 2, section 4.6",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateGroupInvitationBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "Result of each invitation.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/InvitationResult"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/invitations/{email}": {
   "put": {
    "operationId": "updateGroupInvitation",
    "tags": [
     "invitations"
    ],
    "summary": "Changes the role or the expiry of a pending invitation to a group.",
    "description": "For Owners of the group.",
    "x-source": "document 2, section 4.6",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/InvitationEmail"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateGroupInvitationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The changed attributes of the invitation.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/InvitationUpdate"
        }
       }
      }
     },
     "404": {
      "description": "There is no pending invitation for this email address.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteGroupInvitation",
    "tags": [
     "invitations"
    ],
    "summary": "Withdraws a pending invitation to a group.",
    "description": "For Owners of the group.",
    "x-source": "document 2, section 4.6",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/InvitationEmail"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "403": {
      "description": "The caller may not withdraw this invitation.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "404": {
      "description": "There is no pending invitation for this email address.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "409": {
      "description": "The invitation is valid but could not be withdrawn.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/invitations": {
   "get": {
    "operationId": "listProjectInvitations",
    "tags": [
     "invitations"
    ],
    "summary": "The pending invitations to a project.",
    "description": "For Maintainers and Owners of the project, and only if its group has no membership lock. Invitations to ancestor groups are not part of the list.",
    "x-source": "document 2, section 4.6",
    "x-filter-type": "InvitationsFilter",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "name": "query",
      "in": "query",
      "description": "Only invitations to exactly this email address; an empty string returns all.",
      "schema": {
       "type": "string"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "x-filters": {
     "email": {
      "description": "Only invitations to exactly this email address; an empty string returns all.",
      "schema": {
       "type": "string"
      },
      "parameter": "query"
     }
    },
    "responses": {
     "200": {
      "description": "One page of pending invitations.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Invitation"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createProjectInvitation",
    "tags": [
     "invitations"
    ],
    "summary": "Invites people to a project by email address or user id.",
    "description": "For Maintainers and Owners of the project, and only if its group has no membership lock. Some invitations can succeed while others fail, and all of them can fail although the call succeeds: check the status and the messages of the result. If role promotions require approval, an invitation is queued for an administrator. If the instance disallows new accounts or invitations, an administrator must add the user.",
    "x-source": "document 2, section 4.6",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateProjectInvitationBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "Result of each invitation.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/InvitationResult"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/invitations/{email}": {
   "put": {
    "operationId": "updateProjectInvitation",
    "tags": [
     "invitations"
    ],
    "summary": "Changes the role or the expiry of a pending invitation to a project.",
    "description": "For Maintainers and Owners of the project, and only if its group has no membership lock.",
    "x-source": "document 2, section 4.6",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/InvitationEmail"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateProjectInvitationBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The changed attributes of the invitation.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/InvitationUpdate"
        }
       }
      }
     },
     "404": {
      "description": "There is no pending invitation for this email address.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteProjectInvitation",
    "tags": [
     "invitations"
    ],
    "summary": "Withdraws a pending invitation to a project.",
    "description": "For Maintainers and Owners of the project, and only if its group has no membership lock.",
    "x-source": "document 2, section 4.6",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/InvitationEmail"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "403": {
      "description": "The caller may not withdraw this invitation.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "404": {
      "description": "There is no pending invitation for this email address.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "409": {
      "description": "The invitation is valid but could not be withdrawn.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/labels": {
   "get": {
    "operationId": "listLabels",
    "tags": [
     "labels"
    ],
    "summary": "The labels of a project.",
    "description": "Includes labels of ancestor groups and archived labels by default. The service computes counts of issues and merge requests only if they are selected.",
    "x-source": "document 1, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "name": "with_counts",
      "in": "query",
      "description": "Whether each label comes with its numbers of issues and merge requests; not unless asked for.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "$ref": "#/components/parameters/LabelIncludeAncestorGroups"
     },
     {
      "name": "search",
      "in": "query",
      "description": "Only labels that match this text.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "archived",
      "in": "query",
      "description": "True keeps only archived labels; left out, archived and other labels come together.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "x-filters": {
     "archived_only": {
      "description": "Whether only archived labels are listed. Defaults to false, which lists all labels.",
      "schema": {
       "type": "boolean"
      },
      "values": {
       "true": {
        "archived": true
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "One page of labels.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Label"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createLabel",
    "tags": [
     "labels"
    ],
    "summary": "Creates a label in a project.",
    "description": "The label belongs to the project only; `labelPromote` can move it to the group later.",
    "x-source": "document 1, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateLabelBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new label.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Label"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updateLabelByName",
    "tags": [
     "labels"
    ],
    "summary": "Changes a label of a project by its current name or its id.",
    "description": "Older form of `labelUpdate` with the same effect.",
    "deprecated": true,
    "x-deprecation": "Use labelUpdate.",
    "x-source": "document 1, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateLabelByNameBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The label after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Label"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteLabelByName",
    "tags": [
     "labels"
    ],
    "summary": "Deletes a label of a project by its name.",
    "description": "Older form of `labelDelete` with the same effect.",
    "deprecated": true,
    "x-deprecation": "Use labelDelete.",
    "x-source": "document 1, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "name": "name",
      "in": "query",
      "required": true,
      "description": "Exact name of the label to delete.",
      "schema": {
       "type": "string",
       "minLength": 1
      }
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/labels/promote": {
   "put": {
    "operationId": "promoteLabelByName",
    "tags": [
     "labels"
    ],
    "summary": "Promotes a project label, identified by its name, to a group label.",
    "description": "Older form of `labelPromote` with the same effect.",
    "deprecated": true,
    "x-deprecation": "Use labelPromote.",
    "x-source": "document 1, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/PromoteLabelByNameBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The label as a label of the group, with the id it had.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Label"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/labels/{label_id}": {
   "get": {
    "operationId": "getLabel",
    "tags": [
     "labels"
    ],
    "summary": "A label of a project.",
    "description": "A label whose title consists of digits can be found by its id only.",
    "x-source": "document 1, section 4.4",
    "x-item-of": "listLabels",
    "x-item-of-query": {
     "with_counts": true
    },
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/LabelId"
     },
     {
      "$ref": "#/components/parameters/LabelIncludeAncestorGroups"
     }
    ],
    "responses": {
     "200": {
      "description": "The label.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Label"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updateLabel",
    "tags": [
     "labels"
    ],
    "summary": "Changes the name, color, description, priority or archive state of a label.",
    "description": "Requires at least one of them; absent fields do not change.",
    "x-source": "document 1, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/LabelId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateLabelBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The label after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Label"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteLabel",
    "tags": [
     "labels"
    ],
    "summary": "Deletes a label of a project permanently.",
    "x-source": "document 1, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/LabelId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/labels/{label_id}/promote": {
   "put": {
    "operationId": "promoteLabel",
    "tags": [
     "labels"
    ],
    "summary": "Promotes a project label to a group label.",
    "description": "The label keeps its numeric id and no longer belongs to the project only.",
    "x-source": "document 1, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/LabelId"
     }
    ],
    "responses": {
     "200": {
      "description": "The label as a label of the group, with the id it had.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Label"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/labels/{label_id}/subscribe": {
   "post": {
    "operationId": "subscribeLabel",
    "tags": [
     "labels"
    ],
    "summary": "Subscribes the caller to a label.",
    "description": "The caller is notified of issues and merge requests that get the label.",
    "x-source": "document 1, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/LabelId"
     }
    ],
    "responses": {
     "201": {
      "description": "The label, now subscribed to.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Label"
        }
       }
      }
     },
     "304": {
      "description": "The caller was subscribed already; nothing changed and there is no body."
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/labels/{label_id}/unsubscribe": {
   "post": {
    "operationId": "unsubscribeLabel",
    "tags": [
     "labels"
    ],
    "summary": "Ends the caller's subscription to a label.",
    "description": "The caller is no longer notified of issues and merge requests that get the label.",
    "x-source": "document 1, section 4.4",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/LabelId"
     }
    ],
    "responses": {
     "201": {
      "description": "The label, no longer subscribed to.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Label"
        }
       }
      }
     },
     "304": {
      "description": "The caller was not subscribed; nothing changed and there is no body."
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/member_roles": {
   "get": {
    "operationId": "listInstanceMemberRoles",
    "tags": [
     "member-roles"
    ],
    "summary": "The custom member roles of the whole instance.",
    "description": "For administrators only; Ultimate tier of self-managed and dedicated instances. `Group.memberRoles` lists the roles of a root group.",
    "x-source": "document 2, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of member roles, each without a group.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/MemberRole"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createInstanceMemberRole",
    "tags": [
     "member-roles"
    ],
    "summary": "Creates a custom member role for the whole instance.",
    "description": "Administrators only; Ultimate tier of self-managed and dedicated instances. A role can be deleted, but not changed.",
    "x-source": "document 2, section 4.1",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateInstanceMemberRoleBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new role, without a group.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MemberRole"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/member_roles/{member_role_id}": {
   "delete": {
    "operationId": "deleteInstanceMemberRole",
    "tags": [
     "member-roles"
    ],
    "summary": "Deletes a custom member role of the whole instance.",
    "description": "Administrators only; Ultimate tier of self-managed and dedicated instances.",
    "x-source": "document 2, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/MemberRoleId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/member_roles": {
   "get": {
    "operationId": "listGroupMemberRoles",
    "tags": [
     "member-roles"
    ],
    "summary": "The custom member roles of a root group.",
    "description": "For Owners of the group only; Ultimate tier of the hosted service.",
    "x-source": "document 2, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of member roles of the group.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/MemberRole"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createGroupMemberRole",
    "tags": [
     "member-roles"
    ],
    "summary": "Creates a custom member role for a root group and everything below it.",
    "description": "Owners of the group only; Ultimate tier of the hosted service. Refused for a group that has a parent. A role can be deleted, but not changed.",
    "x-source": "document 2, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateGroupMemberRoleBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new role of the group.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MemberRole"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/member_roles/{member_role_id}": {
   "delete": {
    "operationId": "deleteGroupMemberRole",
    "tags": [
     "member-roles"
    ],
    "summary": "Deletes a custom member role of a root group.",
    "description": "Owners of the group only; Ultimate tier of the hosted service.",
    "x-source": "document 2, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/MemberRoleId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}/approvals": {
   "get": {
    "operationId": "getMergeRequestApprovals",
    "tags": [
     "merge-request-approvals"
    ],
    "summary": "The approvals of a merge request, and the number of missing ones.",
    "description": "Premium and Ultimate; callers must sign in. Services without this call return approvals only in the payload of an approval.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     }
    ],
    "responses": {
     "200": {
      "description": "The approvals of the merge request.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MergeRequestApprovalState"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}/approve": {
   "post": {
    "operationId": "approveMergeRequest",
    "tags": [
     "merge-request-approvals"
    ],
    "summary": "Approves a merge request as the caller.",
    "description": "Premium and Ultimate. The caller must be an eligible approver. A merge request that was just created is still being prepared, and a commit processed late can take the approval away again. Wait until its detailed merge status is neither `checking` nor `approvals_syncing` and its newest diff has a patch id.",
    "x-source": "document 1, section 4.5",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     }
    ],
    "requestBody": {
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/ApproveMergeRequestBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The merge request with its approvals after this one.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApprovedMergeRequest"
        }
       }
      }
     },
     "409": {
      "description": "The merge request has another head commit than the one given; nothing was approved.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}/unapprove": {
   "post": {
    "operationId": "unapproveMergeRequest",
    "tags": [
     "merge-request-approvals"
    ],
    "summary": "Removes the caller's approval of a merge request.",
    "description": "Premium and Ultimate. Other users' approvals do not change.",
    "x-source": "document 1, section 4.5",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     }
    ],
    "responses": {
     "201": {
      "description": "The approval is taken back. The reference documentation shows no body; services of this kind respond like after an approval, or with none.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApprovedMergeRequest"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}/reset_approvals": {
   "put": {
    "operationId": "resetMergeRequestApprovals",
    "tags": [
     "merge-request-approvals"
    ],
    "summary": "Removes all approvals of a merge request.",
    "description": "Premium and Ultimate. For bot users with a project or group token only; other users, including Owners, are rejected.",
    "x-source": "document 1, section 4.5",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     }
    ],
    "responses": {
     "200": {
      "description": "The approvals are removed. The reference documentation shows no body."
     },
     "401": {
      "description": "The caller is a person; only bot users with a valid project or group token may reset approvals.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/approvals": {
   "get": {
    "operationId": "getProjectApprovalConfiguration",
    "tags": [
     "merge-request-approvals"
    ],
    "summary": "The settings of a project for the approval of its merge requests.",
    "description": "Premium and Ultimate; callers must sign in, even for public projects.",
    "x-source": "document 1, section 4.5",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "responses": {
     "200": {
      "description": "The approval settings of the project.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApprovalConfiguration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "updateProjectApprovalConfiguration",
    "tags": [
     "merge-request-approvals"
    ],
    "summary": "Changes the settings of a project for the approval of its merge requests.",
    "description": "Premium and Ultimate. The caller must be an eligible approver. Absent fields do not change.",
    "x-source": "document 1, section 4.5",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateProjectApprovalConfigurationBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The approval settings after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApprovalConfiguration"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/approval_rules": {
   "get": {
    "operationId": "listProjectApprovalRules",
    "tags": [
     "merge-request-approvals"
    ],
    "summary": "The approval rules of a project.",
    "description": "Premium and Ultimate; callers must sign in, even for public projects.",
    "x-source": "document 1, section 4.5",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of approval rules.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ApprovalRule"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createProjectApprovalRule",
    "tags": [
     "merge-request-approvals"
    ],
    "summary": "Adds an approval rule to a project.",
    "description": "Premium and Ultimate. Rules that depend on a report can only be created by policies.",
    "x-source": "document 1, section 4.5",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateProjectApprovalRuleBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new approval rule.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApprovalRule"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/approval_rules/{approval_rule_id}": {
   "get": {
    "operationId": "getProjectApprovalRule",
    "tags": [
     "merge-request-approvals"
    ],
    "summary": "An approval rule of a project.",
    "description": "Premium and Ultimate; callers must sign in, even for public projects.",
    "x-source": "document 1, section 4.5",
    "x-item-of": "listProjectApprovalRules",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/ApprovalRuleId"
     }
    ],
    "responses": {
     "200": {
      "description": "The approval rule.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApprovalRule"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/merge_requests": {
   "get": {
    "operationId": "listMergeRequests",
    "tags": [
     "merge-requests"
    ],
    "summary": "The merge requests of the whole instance that the caller may see.",
    "description": "By default, lists those that the caller created or, with a filter by author, all that the caller may see. Includes archived projects by default.",
    "x-source": "document 1, section 4.6",
    "x-exclusive": [
     [
      "assignee_id",
      "assignee_username[]"
     ],
     [
      "author_id",
      "author_username"
     ],
     [
      "merge_user_id",
      "merge_user_username"
     ],
     [
      "reviewer_id",
      "reviewer_username"
     ],
     [
      "draft",
      "wip"
     ]
    ],
    "x-forms": {
     "view": {
      "simple": {
       "$ref": "#/components/schemas/MergeRequestSimple"
      }
     }
    },
    "parameters": [
     {
      "$ref": "#/components/parameters/MergeRequestApprovedByIdsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestApprovedByUsernamesFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestApproverIdsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAssigneeIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAssigneeUsernamesFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAuthorIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAuthorUsernameFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestCreatedAfterFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestCreatedBeforeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestDeployedAfterFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestDeployedBeforeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestEnvironmentFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSearchInFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestLabelsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMergeUserIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMergeUserUsernameFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMilestoneFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMyReactionEmojiFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestNonArchivedInstanceFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestNotFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestOrderByFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestReviewerIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestReviewerUsernameFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestScopeInstanceFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSearchFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSortFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSourceBranchFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestTargetBranchFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestStateIsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestUpdatedAfterFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestUpdatedBeforeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestViewFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestDraftFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestWipFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestWithLabelsDetailsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestWithStatusRecheckFilter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of merge requests.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/MergeRequestListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/merge_requests": {
   "get": {
    "operationId": "listGroupMergeRequests",
    "tags": [
     "merge-requests"
    ],
    "summary": "The merge requests of the projects of a group.",
    "description": "By default, includes those of every author and excludes archived projects. Each item has the id of the group that contains its project.",
    "x-source": "document 1, section 4.6",
    "x-exclusive": [
     [
      "assignee_id",
      "assignee_username[]"
     ],
     [
      "author_id",
      "author_username"
     ],
     [
      "merge_user_id",
      "merge_user_username"
     ],
     [
      "reviewer_id",
      "reviewer_username"
     ],
     [
      "draft",
      "wip"
     ]
    ],
    "x-forms": {
     "view": {
      "simple": {
       "$ref": "#/components/schemas/MergeRequestSimple"
      }
     }
    },
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestApprovedByIdsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestApprovedByUsernamesFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestApproverIdsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAssigneeIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAssigneeUsernamesFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAuthorIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAuthorUsernameFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestCreatedAfterFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestCreatedBeforeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestDeployedAfterFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestDeployedBeforeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestEnvironmentFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSearchInFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestLabelsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMergeUserIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMergeUserUsernameFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMilestoneFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMyReactionEmojiFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestNonArchivedFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestNotFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestOrderByFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestReviewerIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestReviewerUsernameFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestScopeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSearchFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSortFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSourceBranchFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSourceProjectIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestTargetBranchFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestStateIsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestUpdatedAfterFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestUpdatedBeforeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestViewFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestDraftFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestWipFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestWithLabelsDetailsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestWithStatusRecheckFilter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of merge requests of the group's projects.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/MergeRequestListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests": {
   "get": {
    "operationId": "listProjectMergeRequests",
    "tags": [
     "merge-requests"
    ],
    "summary": "The merge requests that target a project.",
    "description": "By default, includes those of every author.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "x-exclusive": [
     [
      "assignee_id",
      "assignee_username[]"
     ],
     [
      "author_id",
      "author_username"
     ],
     [
      "merge_user_id",
      "merge_user_username"
     ],
     [
      "reviewer_id",
      "reviewer_username"
     ],
     [
      "draft",
      "wip"
     ]
    ],
    "x-forms": {
     "view": {
      "simple": {
       "$ref": "#/components/schemas/MergeRequestSimple"
      }
     }
    },
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestApprovedByIdsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestApprovedByUsernamesFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestApproverIdsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAssigneeIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAssigneeUsernamesFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAuthorIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestAuthorUsernameFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestCreatedAfterFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestCreatedBeforeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestDeployedAfterFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestDeployedBeforeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestEnvironmentFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSearchInFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestLabelsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMergeUserIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMergeUserUsernameFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMilestoneFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestMyReactionEmojiFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestNonArchivedProjectFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestNotFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestOrderByFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestReviewerIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestReviewerUsernameFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestScopeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSearchFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSortFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSourceBranchFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestSourceProjectIdFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestTargetBranchFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestStateIsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestUpdatedAfterFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestUpdatedBeforeFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestViewFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestDraftFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestWipFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestWithLabelsDetailsFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestWithStatusRecheckFilter"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIidsFilter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of merge requests of the project.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/MergeRequestListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}": {
   "get": {
    "operationId": "getMergeRequest",
    "tags": [
     "merge-requests"
    ],
    "summary": "A merge request with all its attributes.",
    "description": "Automation that creates a merge request and approves it at once reads it until the detailed merge status is neither `checking` nor `approvals_syncing`, else a new commit can reset the approval.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     }
    ],
    "responses": {
     "200": {
      "description": "The merge request with all its attributes.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/MergeRequest"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}/versions": {
   "get": {
    "operationId": "listMergeRequestVersions",
    "tags": [
     "merge-requests"
    ],
    "summary": "The diff versions of a merge request, the newest first.",
    "description": "Each push creates one. `patchIdSha` of the newest one shows whether the diff is ready for an approval.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of diff versions.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/MergeRequestVersion"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}/blocks": {
   "get": {
    "operationId": "listMergeRequestBlocks",
    "tags": [
     "merge-requests"
    ],
    "summary": "The dependencies of a merge request: the merge requests that block it.",
    "description": "This merge request is the blocked one of each item; the blocking one must be merged first.",
    "x-source": "document 1, section 4.6",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of dependencies whose blocked merge request is this one.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/MergeRequestBlock"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createMergeRequestBlock",
    "tags": [
     "merge-requests"
    ],
    "summary": "Makes a merge request depend on another one, which then blocks it.",
    "description": "Identify the blocking merge request by its global or numeric id, or by its number within a project. Requires permission to update the blocked merge request and to read the blocking one.",
    "x-source": "document 1, section 4.6",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateMergeRequestBlockBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new dependency, without the blocked merge request.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CreatedMergeRequestBlock"
        }
       }
      }
     },
     "400": {
      "description": "The dependency cannot be saved.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "403": {
      "description": "The caller may not update this merge request, or not read the blocking one.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "404": {
      "description": "There is no such blocking merge request.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "409": {
      "description": "The dependency exists already.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}/blocks/{block_id}": {
   "delete": {
    "operationId": "deleteMergeRequestBlock",
    "tags": [
     "merge-requests"
    ],
    "summary": "Removes a dependency of a merge request.",
    "description": "Requires permission to update the merge request.",
    "x-source": "document 1, section 4.6",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     },
     {
      "name": "block_id",
      "in": "path",
      "required": true,
      "description": "Number of the dependency, as the list of dependencies gives it.",
      "x-source": "document 1, section 4.6",
      "schema": {
       "type": "integer",
       "format": "int64"
      }
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "403": {
      "description": "The caller may not update this merge request, or not read the blocking one.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}/blockees": {
   "get": {
    "operationId": "listMergeRequestBlockees",
    "tags": [
     "merge-requests"
    ],
    "summary": "The dependencies in which a merge request blocks others.",
    "description": "This merge request is the blocking one of each item and must be merged first.",
    "x-source": "document 1, section 4.6",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of dependencies whose blocking merge request is this one.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/MergeRequestBlock"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/issues/{issue_iid}/notes": {
   "get": {
    "operationId": "listIssueNotes",
    "tags": [
     "notes"
    ],
    "summary": "The notes of an issue.",
    "description": "Comments and system notes, newest first by default. Changes of labels, state, milestone, weight and iteration are not notes and are not included.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/NoteIssueIid"
     },
     {
      "$ref": "#/components/parameters/NoteSortFilter"
     },
     {
      "$ref": "#/components/parameters/NoteOrderByFilter"
     },
     {
      "name": "activity_filter",
      "in": "query",
      "description": "Kind of notes to list. Defaults to `ALL_NOTES`.",
      "schema": {
       "$ref": "#/components/schemas/NoteActivityFilter",
       "default": "all_notes"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of notes.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Note"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createIssueNote",
    "tags": [
     "notes"
    ],
    "summary": "Adds a note to an issue.",
    "description": "A text of only quick actions creates no note and returns their effect; a text of only an emoji adds a reaction instead. The number of notes per minute is limited.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/NoteIssueIid"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateIssueNoteBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new note, or the new reaction when the text was only an emoji.",
      "content": {
       "application/json": {
        "schema": {
         "anyOf": [
          {
           "$ref": "#/components/schemas/Note"
          },
          {
           "$ref": "#/components/schemas/NoteEmojiReaction"
          }
         ]
        }
       }
      }
     },
     "202": {
      "description": "Result of the quick actions, when the text held nothing else; no note was made.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/QuickActionResult"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/issues/{issue_iid}/notes/{note_id}": {
   "get": {
    "operationId": "getIssueNote",
    "tags": [
     "notes"
    ],
    "summary": "A note of an issue.",
    "x-source": "document 1, section 4.1",
    "x-item-of": "listIssueNotes",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/NoteIssueIid"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "responses": {
     "200": {
      "description": "The note.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updateIssueNote",
    "tags": [
     "notes"
    ],
    "summary": "Changes a note of an issue.",
    "description": "Replaces the text, sets the older confidential mark, or both; what is left out stays.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/NoteIssueIid"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "requestBody": {
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateIssueNoteBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The note after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteIssueNote",
    "tags": [
     "notes"
    ],
    "summary": "Deletes a note of an issue for good.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/NoteIssueIid"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/snippets/{snippet_id}/notes": {
   "get": {
    "operationId": "listSnippetNotes",
    "tags": [
     "notes"
    ],
    "summary": "The notes of a project snippet.",
    "description": "Comments and system notes, newest first by default. Personal snippets have no notes here.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/NoteSnippetId"
     },
     {
      "$ref": "#/components/parameters/NoteSortFilter"
     },
     {
      "$ref": "#/components/parameters/NoteOrderByFilter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of notes.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Note"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createSnippetNote",
    "tags": [
     "notes"
    ],
    "summary": "Adds a note to a project snippet.",
    "description": "A text of only quick actions creates no note and returns their effect; a text of only an emoji adds a reaction instead. The number of notes per minute is limited.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/NoteSnippetId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateSnippetNoteBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new note, or the new reaction when the text was only an emoji.",
      "content": {
       "application/json": {
        "schema": {
         "anyOf": [
          {
           "$ref": "#/components/schemas/Note"
          },
          {
           "$ref": "#/components/schemas/NoteEmojiReaction"
          }
         ]
        }
       }
      }
     },
     "202": {
      "description": "Result of the quick actions, when the text held nothing else; no note was made.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/QuickActionResult"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/snippets/{snippet_id}/notes/{note_id}": {
   "get": {
    "operationId": "getSnippetNote",
    "tags": [
     "notes"
    ],
    "summary": "A note of a project snippet.",
    "x-source": "document 1, section 4.1",
    "x-item-of": "listSnippetNotes",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/NoteSnippetId"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "responses": {
     "200": {
      "description": "The note.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updateSnippetNote",
    "tags": [
     "notes"
    ],
    "summary": "Changes the text of a note of a project snippet.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/NoteSnippetId"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateSnippetNoteBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The note after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteSnippetNote",
    "tags": [
     "notes"
    ],
    "summary": "Deletes a note of a project snippet for good.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/NoteSnippetId"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}/notes": {
   "get": {
    "operationId": "listMergeRequestNotes",
    "tags": [
     "notes"
    ],
    "summary": "The notes of a merge request.",
    "description": "Comments and system notes, newest first by default. A note here has no position in the diff.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     },
     {
      "$ref": "#/components/parameters/NoteSortFilter"
     },
     {
      "$ref": "#/components/parameters/NoteOrderByFilter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of notes.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Note"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createMergeRequestNote",
    "tags": [
     "notes"
    ],
    "summary": "Adds a note to a merge request.",
    "description": "A text of nothing but quick actions makes no note but gives what they did; one of nothing but an emoji adds a reaction instead. The `/merge` quick action works only with the head commit of the merge request beside it. The number of notes a minute is limited.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateMergeRequestNoteBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new note, or the new reaction when the text was only an emoji.",
      "content": {
       "application/json": {
        "schema": {
         "anyOf": [
          {
           "$ref": "#/components/schemas/Note"
          },
          {
           "$ref": "#/components/schemas/NoteEmojiReaction"
          }
         ]
        }
       }
      }
     },
     "202": {
      "description": "Result of the quick actions, when the text held nothing else; no note was made.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/QuickActionResult"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/merge_requests/{merge_request_iid}/notes/{note_id}": {
   "get": {
    "operationId": "getMergeRequestNote",
    "tags": [
     "notes"
    ],
    "summary": "A note of a merge request.",
    "x-source": "document 1, section 4.1",
    "x-item-of": "listMergeRequestNotes",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "responses": {
     "200": {
      "description": "The note.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updateMergeRequestNote",
    "tags": [
     "notes"
    ],
    "summary": "Changes a note of a merge request.",
    "description": "Replaces the text and may set the older confidential mark.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateMergeRequestNoteBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The note after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteMergeRequestNote",
    "tags": [
     "notes"
    ],
    "summary": "Deletes a note of a merge request for good.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/MergeRequestIid"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/epics/{epic_id}/notes": {
   "get": {
    "operationId": "listEpicNotes",
    "tags": [
     "notes"
    ],
    "summary": "The notes of an epic.",
    "description": "Comments and system notes, newest first by default.",
    "deprecated": true,
    "x-deprecation": "Has no replacement in this graph: epics become work items. To be removed in v5 of the REST interface.",
    "x-source": "document 1, section 4.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/NoteEpicId"
     },
     {
      "$ref": "#/components/parameters/NoteSortFilter"
     },
     {
      "$ref": "#/components/parameters/NoteOrderByFilter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of notes.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Note"
         }
        }
       }
      }
     },
     "404": {
      "description": "There is no such note or epic, or the epic was given by its number within the group instead of its id.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createEpicNote",
    "tags": [
     "notes"
    ],
    "summary": "Adds a note to an epic.",
    "description": "A text of only quick actions creates no note and returns their effect; a text of only an emoji adds a reaction instead. The number of notes per minute is limited.",
    "deprecated": true,
    "x-deprecation": "Has no replacement in this graph: epics become work items. To be removed in v5 of the REST interface.",
    "x-source": "document 1, section 4.1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/NoteEpicId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateEpicNoteBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new note, or the new reaction when the text was only an emoji.",
      "content": {
       "application/json": {
        "schema": {
         "anyOf": [
          {
           "$ref": "#/components/schemas/Note"
          },
          {
           "$ref": "#/components/schemas/NoteEmojiReaction"
          }
         ]
        }
       }
      }
     },
     "202": {
      "description": "Result of the quick actions, when the text held nothing else; no note was made.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/QuickActionResult"
        }
       }
      }
     },
     "404": {
      "description": "There is no such note or epic, or the epic was given by its number within the group instead of its id.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/epics/{epic_id}/notes/{note_id}": {
   "get": {
    "operationId": "getEpicNote",
    "tags": [
     "notes"
    ],
    "summary": "A note of an epic.",
    "description": "The epic is given by its id, never by its number within the group.",
    "deprecated": true,
    "x-deprecation": "Has no replacement in this graph: epics become work items. To be removed in v5 of the REST interface.",
    "x-source": "document 1, section 4.1",
    "x-item-of": "listEpicNotes",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/NoteEpicId"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "responses": {
     "200": {
      "description": "The note.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "404": {
      "description": "There is no such note or epic, or the epic was given by its number within the group instead of its id.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updateEpicNote",
    "tags": [
     "notes"
    ],
    "summary": "Changes the text of a note of an epic.",
    "deprecated": true,
    "x-deprecation": "Has no replacement in this graph: epics become work items. To be removed in v5 of the REST interface.",
    "x-source": "document 1, section 4.1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/NoteEpicId"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateEpicNoteBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The note after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Note"
        }
       }
      }
     },
     "404": {
      "description": "There is no such note or epic, or the epic was given by its number within the group instead of its id.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteEpicNote",
    "tags": [
     "notes"
    ],
    "summary": "Deletes a note of an epic for good.",
    "deprecated": true,
    "x-deprecation": "Has no replacement in this graph: epics become work items. To be removed in v5 of the REST interface.",
    "x-source": "document 1, section 4.1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/NoteEpicId"
     },
     {
      "$ref": "#/components/parameters/NoteId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "404": {
      "description": "There is no such note or epic, or the epic was given by its number within the group instead of its id.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/pipelines": {
   "get": {
    "operationId": "listPipelines",
    "tags": [
     "pipelines"
    ],
    "summary": "The pipelines of a project.",
    "description": "Newest first by default. Child pipelines are included only with the source `parent_pipeline`.",
    "x-source": "document 1, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "name": "name",
      "in": "query",
      "description": "Only pipelines with exactly this name.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "order_by",
      "in": "query",
      "description": "Attribute by which the pipelines are ordered. Defaults to the id.",
      "schema": {
       "$ref": "#/components/schemas/PipelineOrderField",
       "default": "id"
      }
     },
     {
      "name": "sort",
      "in": "query",
      "description": "Direction of the order. Defaults to descending.",
      "schema": {
       "$ref": "#/components/schemas/SortOrder",
       "default": "desc"
      }
     },
     {
      "name": "ref",
      "in": "query",
      "description": "Only pipelines of this branch or tag.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "scope",
      "in": "query",
      "description": "Only pipelines of this subset; `BRANCHES` and `TAGS` list only the latest pipeline of each.",
      "schema": {
       "$ref": "#/components/schemas/PipelineScope"
      }
     },
     {
      "name": "sha",
      "in": "query",
      "description": "Only pipelines of the commit with this SHA.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "source",
      "in": "query",
      "description": "Only pipelines started this way, such as `push` or `web`. `parent_pipeline` lists the child pipelines, which are excluded otherwise.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "status",
      "in": "query",
      "description": "Only pipelines with this current status.",
      "schema": {
       "$ref": "#/components/schemas/PipelineStatusFilter"
      }
     },
     {
      "name": "updated_after",
      "in": "query",
      "description": "Only pipelines that were last updated after this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "updated_before",
      "in": "query",
      "description": "Only pipelines that were last updated before this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "created_after",
      "in": "query",
      "description": "Only pipelines that were created after this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "created_before",
      "in": "query",
      "description": "Only pipelines that were created before this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "username",
      "in": "query",
      "description": "Only pipelines that the user with this username started.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "yaml_errors",
      "in": "query",
      "description": "True keeps only pipelines whose configuration is invalid.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "x-filters": {
     "invalid_only": {
      "description": "Whether only pipelines with an invalid configuration are listed. Defaults to false, which lists all pipelines.",
      "schema": {
       "type": "boolean"
      },
      "values": {
       "true": {
        "yaml_errors": true
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "One page of the pipelines that match.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/PipelineListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/pipelines/latest": {
   "get": {
    "operationId": "getLatestPipeline",
    "tags": [
     "pipelines"
    ],
    "summary": "The pipeline of the latest commit on a branch or tag.",
    "description": "Null when that commit has no pipeline, even if older commits of the branch or tag have one.",
    "x-source": "document 1, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "name": "ref",
      "in": "query",
      "description": "Branch or tag of the commit. Defaults to the default branch of the project.",
      "schema": {
       "type": "string"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The pipeline of the latest commit.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Pipeline"
        }
       }
      }
     },
     "403": {
      "description": "The latest commit has no pipeline, or the caller may not see pipelines; the status does not tell the two apart.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/pipelines/{pipeline_id}": {
   "get": {
    "operationId": "getPipeline",
    "tags": [
     "pipelines"
    ],
    "summary": "A pipeline of a project.",
    "description": "Child pipelines can be read too, though the list leaves them out.",
    "x-source": "document 1, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/PipelineId"
     }
    ],
    "responses": {
     "200": {
      "description": "The pipeline with all its attributes.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Pipeline"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deletePipeline",
    "tags": [
     "pipelines"
    ],
    "summary": "Deletes a pipeline permanently.",
    "description": "Deletes its jobs, logs, artifacts and triggers, too, and expires its caches. Child pipelines are kept.",
    "x-source": "document 1, sections 4.2 and 3.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/PipelineId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/pipelines/{pipeline_id}/variables": {
   "get": {
    "operationId": "listPipelineVariables",
    "tags": [
     "pipelines"
    ],
    "summary": "The variables with which a pipeline was started.",
    "x-source": "document 1, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/PipelineId"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of the pipeline's variables.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/PipelineVariable"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/pipelines/{pipeline_id}/test_report": {
   "get": {
    "operationId": "getPipelineTestReport",
    "tags": [
     "pipelines"
    ],
    "summary": "The test report of a pipeline, with every test case that its jobs reported.",
    "description": "Can be large; `testReportSummary` has the same counts without test cases.",
    "x-source": "document 1, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/PipelineId"
     }
    ],
    "responses": {
     "200": {
      "description": "The test report with all its suites and cases.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TestReport"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/pipelines/{pipeline_id}/test_report_summary": {
   "get": {
    "operationId": "getPipelineTestReportSummary",
    "tags": [
     "pipelines"
    ],
    "summary": "The counts of a pipeline's test report, in total and per suite.",
    "description": "`testReport` contains the test cases.",
    "x-source": "document 1, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/PipelineId"
     }
    ],
    "responses": {
     "200": {
      "description": "The summary of the test report.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TestReportSummary"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/pipeline": {
   "post": {
    "operationId": "createPipeline",
    "tags": [
     "pipelines"
    ],
    "summary": "Starts a pipeline for the latest commit of a branch or tag.",
    "description": "Accepts variables and inputs. The initial status is `PENDING` or, on some instances, `CREATED`. Cannot start merge request pipelines.",
    "x-source": "document 1, sections 4.2 and 3.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreatePipelineBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new pipeline.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Pipeline"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/pipelines/{pipeline_id}/retry": {
   "post": {
    "operationId": "retryPipeline",
    "tags": [
     "pipelines"
    ],
    "summary": "Retries the failed and canceled jobs of a pipeline.",
    "description": "The pipeline becomes `PENDING`. Without such a job, nothing changes and no error occurs.",
    "x-source": "document 1, sections 4.2 and 3.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/PipelineId"
     }
    ],
    "responses": {
     "201": {
      "description": "The pipeline after the call.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Pipeline"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/pipelines/{pipeline_id}/cancel": {
   "post": {
    "operationId": "cancelPipeline",
    "tags": [
     "pipelines"
    ],
    "summary": "Cancels all jobs of a pipeline.",
    "description": "Succeeds in any state of the pipeline, even if it has ended.",
    "x-source": "document 1, sections 4.2 and 3.1",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/PipelineId"
     }
    ],
    "responses": {
     "200": {
      "description": "The pipeline after the call, whatever its state was before.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Pipeline"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}": {
   "get": {
    "operationId": "getProject",
    "tags": [
     "projects"
    ],
    "summary": "A project.",
    "description": "A project that the caller may not see leads to the same response as one that does not exist.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "responses": {
     "200": {
      "description": "The project as the caller may see it.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Project"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updateProjectPullMirror",
    "tags": [
     "pull-mirroring"
    ],
    "deprecated": true,
    "x-deprecation": "Use pullMirrorUpdate. To be removed in v5 of the REST interface.",
    "summary": "Sets up or removes pull mirroring through attributes of a project.",
    "description": "Older way to configure pull mirroring. `mirror: false` removes the mirror from the project. Premium and Ultimate.",
    "x-source": "document 1, section 4.8",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateProjectPullMirrorBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The project after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Project"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/projects": {
   "get": {
    "operationId": "listGroupProjects",
    "tags": [
     "projects"
    ],
    "summary": "The projects of a group.",
    "description": "Those that the caller may see; with `includeSubgroups`, also those of its subgroups.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "name": "search",
      "in": "query",
      "description": "Only projects whose name, path or description contains this text.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "archived",
      "in": "query",
      "description": "True keeps archived projects only, false omits them. Defaults to both.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "visibility",
      "in": "query",
      "description": "Only projects of exactly this visibility.",
      "schema": {
       "$ref": "#/components/schemas/Visibility"
      }
     },
     {
      "name": "order_by",
      "in": "query",
      "description": "Attribute by which the projects are ordered. Defaults to the time of creation.",
      "schema": {
       "$ref": "#/components/schemas/ProjectOrderField",
       "default": "created_at"
      }
     },
     {
      "name": "sort",
      "in": "query",
      "description": "Direction of the order. Defaults to descending.",
      "schema": {
       "$ref": "#/components/schemas/SortOrder",
       "default": "desc"
      }
     },
     {
      "name": "include_subgroups",
      "in": "query",
      "description": "Whether projects of all subgroups, at any depth, are listed too. Defaults to false.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of the projects that match.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/Project"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/mirror/pull": {
   "get": {
    "operationId": "getPullMirror",
    "tags": [
     "pull-mirroring"
    ],
    "summary": "The pull mirror of a project: what is mirrored, and how the last pull went.",
    "description": "Premium and Ultimate.",
    "x-source": "document 1, section 4.8",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "responses": {
     "200": {
      "description": "The pull mirror of the project.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/PullMirror"
        }
       }
      }
     },
     "400": {
      "description": "The project mirrors no repository.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updatePullMirror",
    "tags": [
     "pull-mirroring"
    ],
    "summary": "Sets up, changes or removes the pull mirror of a project.",
    "description": "Absent fields do not change. `enabled: false` removes pull mirroring from the project. Premium and Ultimate.",
    "x-source": "document 1, section 4.8",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdatePullMirrorBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The pull mirror as it is after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/PullMirror"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "startPullMirror",
    "tags": [
     "pull-mirroring"
    ],
    "summary": "Starts a pull from the mirrored repository.",
    "description": "The pull runs in the background; `updateStatus` of the mirror and the subscription `pullMirror` report its progress. Premium and Ultimate only.",
    "x-source": "document 1, section 4.8",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "responses": {
     "202": {
      "description": "The pull was started."
     },
     "400": {
      "description": "The project mirrors no repository.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects": {
   "post": {
    "operationId": "createProjectWithPullMirror",
    "tags": [
     "pull-mirroring"
    ],
    "deprecated": true,
    "x-deprecation": "Use pullMirrorUpdate on an existing project. To be removed in v5 of the REST interface.",
    "summary": "Creates a project that mirrors a remote repository.",
    "description": "Older way to set up pull mirroring, as attributes of a new project. Premium and Ultimate.",
    "x-source": "document 1, section 4.8",
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateProjectWithPullMirrorBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new project.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Project"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/resource_groups": {
   "get": {
    "operationId": "listResourceGroups",
    "tags": [
     "resource-groups"
    ],
    "summary": "The resource groups of a project that a job has used.",
    "x-source": "document 1, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of resource groups.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ResourceGroup"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/resource_groups/{key}": {
   "get": {
    "operationId": "getResourceGroup",
    "tags": [
     "resource-groups"
    ],
    "summary": "A resource group of a project.",
    "description": "The group is found by its key, not by its numeric id.",
    "x-source": "document 1, section 4.3",
    "x-item-of": "listResourceGroups",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/ResourceGroupKey"
     }
    ],
    "responses": {
     "200": {
      "description": "The resource group.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ResourceGroup"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updateResourceGroup",
    "tags": [
     "resource-groups"
    ],
    "summary": "Changes the order in which a resource group runs jobs.",
    "description": "Accepts any mode at any time.",
    "x-source": "document 1, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/ResourceGroupKey"
     }
    ],
    "requestBody": {
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateResourceGroupBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The resource group after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ResourceGroup"
        }
       }
      }
     },
     "400": {
      "description": "The resource group could not be updated, for example because the mode is not one of the four.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/resource_groups/{key}/current_job": {
   "get": {
    "operationId": "getResourceGroupCurrentJob",
    "tags": [
     "resource-groups"
    ],
    "summary": "The job that holds a resource group now.",
    "description": "Null while none does.",
    "x-source": "document 1, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/ResourceGroupKey"
     }
    ],
    "responses": {
     "200": {
      "description": "The job that holds the group, or null when nothing runs.",
      "content": {
       "application/json": {
        "schema": {
         "oneOf": [
          {
           "$ref": "#/components/schemas/ResourceGroupJob"
          },
          {
           "type": "null"
          }
         ]
        }
       }
      }
     },
     "204": {
      "description": "Nothing runs."
     },
     "404": {
      "description": "Nothing runs; or there is no such group, which looks the same."
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/resource_groups/{key}/upcoming_jobs": {
   "get": {
    "operationId": "listResourceGroupUpcomingJobs",
    "tags": [
     "resource-groups"
    ],
    "summary": "The jobs that wait for a resource group.",
    "description": "`currentJob` is not included.",
    "x-source": "document 1, section 4.3",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/ResourceGroupKey"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of waiting jobs.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ResourceGroupJob"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/runners": {
   "get": {
    "operationId": "listRunners",
    "tags": [
     "runners"
    ],
    "summary": "The runners that are available to the caller.",
    "description": "A group's runners are listed for Owners of the group that owns them, a project's runners for Security Managers, Maintainers and Owners. Administrators and auditors see every runner in `allRunners`.",
    "x-source": "document 1, section 4.7",
    "x-filter-type": "RunnersFilter",
    "parameters": [
     {
      "$ref": "#/components/parameters/RunnerScopeFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerTypeFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerStatusIsFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerPausedFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerTagListFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerVersionPrefixFilter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of runners.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/RunnerListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/runners/all": {
   "get": {
    "operationId": "listAllRunners",
    "tags": [
     "runners"
    ],
    "summary": "The runners of the whole instance.",
    "description": "For administrators and auditors, on self-managed and dedicated instances only.",
    "x-source": "document 1, section 4.7",
    "x-filter-type": "RunnersFilter",
    "parameters": [
     {
      "$ref": "#/components/parameters/InstanceRunnerScopeFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerTypeFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerStatusIsFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerPausedFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerTagListFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerVersionPrefixFilter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of runners of the instance.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/RunnerListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/runners/{id}": {
   "get": {
    "operationId": "getRunner",
    "tags": [
     "runners"
    ],
    "summary": "A runner with all its attributes.",
    "description": "For Maintainers and Owners of a group runner, for Security Managers, Maintainers and Owners of a project runner, and for custom roles that administer runners. The token scope `manage_runners` suffices. So the caller may be able to read a runner that none of the caller's lists contains.",
    "x-source": "document 1, section 4.7",
    "parameters": [
     {
      "$ref": "#/components/parameters/RunnerId"
     }
    ],
    "responses": {
     "200": {
      "description": "The runner with all its attributes.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Runner"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "put": {
    "operationId": "updateRunner",
    "x-aliases": [
     "pauseRunner"
    ],
    "tags": [
     "runners"
    ],
    "summary": "Changes the settings of a runner, or pauses and resumes it.",
    "description": "Absent fields do not change. A paused runner ignores new jobs. For administrators (instance runners), Owners (group runners), Maintainers and Owners (project runners) and custom roles that administer runners. The token scope `manage_runners` suffices.",
    "x-source": "document 1, section 4.7",
    "parameters": [
     {
      "$ref": "#/components/parameters/RunnerId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateRunnerBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The runner after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Runner"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/runners/{id}/jobs": {
   "get": {
    "operationId": "listRunnerJobs",
    "tags": [
     "runners"
    ],
    "summary": "The jobs that a runner is processing or has processed.",
    "description": "Only jobs of projects in which the caller is Reporter, Developer, Maintainer or Owner; others are missing without notice.",
    "x-source": "document 1, section 4.7",
    "x-requires": {
     "sort": [
      "order_by"
     ]
    },
    "parameters": [
     {
      "$ref": "#/components/parameters/RunnerId"
     },
     {
      "name": "system_id",
      "in": "query",
      "description": "Only jobs on the machine with this system id, for a runner on several machines.",
      "x-source": "document 1, section 4.7",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "status",
      "in": "query",
      "description": "Only jobs with this status. Defaults to all statuses.",
      "x-source": "document 1, section 4.7",
      "schema": {
       "$ref": "#/components/schemas/RunnerJobStatusFilter"
      }
     },
     {
      "name": "order_by",
      "in": "query",
      "description": "Attribute by which the jobs are ordered.",
      "x-source": "document 1, section 4.7",
      "schema": {
       "$ref": "#/components/schemas/RunnerJobOrderField"
      }
     },
     {
      "name": "sort",
      "in": "query",
      "description": "Direction of the order. Defaults to descending (newest first).",
      "x-source": "document 1, section 4.7",
      "schema": {
       "$ref": "#/components/schemas/SortOrder",
       "default": "desc"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of jobs of the runner.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/RunnerJob"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/projects/{id}/runners": {
   "get": {
    "operationId": "listProjectRunners",
    "tags": [
     "runners"
    ],
    "summary": "The runners that are available to a project.",
    "description": "Includes runners of its groups and of the instance. For Security Managers, Maintainers and Owners of the project.",
    "x-source": "document 1, section 4.7; beyond the documents, section 1",
    "x-assumed": true,
    "x-filter-type": "RunnersFilter",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     },
     {
      "$ref": "#/components/parameters/RunnerScopeFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerTypeFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerStatusIsFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerPausedFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerTagListFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerVersionPrefixFilter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of runners of the project.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/RunnerListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/runners": {
   "get": {
    "operationId": "listGroupRunners",
    "tags": [
     "runners"
    ],
    "summary": "The runners that are available to a group.",
    "description": "Group runners are visible to Owners of the group that owns them.",
    "x-source": "document 1, section 4.7; beyond the documents, section 1",
    "x-assumed": true,
    "x-filter-type": "RunnersFilter",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/RunnerTypeFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerStatusIsFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerPausedFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerTagListFilter"
     },
     {
      "$ref": "#/components/parameters/RunnerVersionPrefixFilter"
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of runners of the group.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/RunnerListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/user/runners": {
   "post": {
    "operationId": "createRunner",
    "tags": [
     "runners"
    ],
    "summary": "Creates a runner for the instance, a group or a project.",
    "description": "Only the payload contains the authentication token for the runner's configuration.",
    "x-source": "document 1, section 4.7; beyond the documents, section 1",
    "x-assumed": true,
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateRunnerBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "Number and authentication token of the new runner.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CreatedRunner"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/service_accounts": {
   "get": {
    "operationId": "listInstanceServiceAccounts",
    "tags": [
     "service-accounts"
    ],
    "summary": "The service accounts of the whole instance.",
    "description": "For administrators only; self-managed and dedicated instances. Email addresses are not part of this list.",
    "x-source": "document 2, section 4.2",
    "parameters": [
     {
      "name": "order_by",
      "in": "query",
      "description": "Attribute by which the accounts are ordered. Defaults to their id.",
      "schema": {
       "$ref": "#/components/schemas/ServiceAccountOrderField",
       "default": "id"
      }
     },
     {
      "name": "sort",
      "in": "query",
      "description": "Direction of the order. Defaults to descending.",
      "schema": {
       "$ref": "#/components/schemas/SortOrder",
       "default": "desc"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of service accounts without email addresses.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ServiceAccountListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createInstanceServiceAccount",
    "tags": [
     "service-accounts"
    ],
    "summary": "Creates a service account for the whole instance.",
    "description": "Administrators only; self-managed and dedicated instances. On the Free tier, an instance may have at most 100 service accounts. No input is needed, every attribute has a default.",
    "x-source": "document 2, section 4.2",
    "requestBody": {
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateInstanceServiceAccountBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new service account.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServiceAccount"
        }
       }
      }
     },
     "400": {
      "description": "The email address is in use already.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/service_accounts/{id}": {
   "patch": {
    "operationId": "updateInstanceServiceAccount",
    "tags": [
     "service-accounts"
    ],
    "summary": "Changes the name, username or email address of a service account of the instance.",
    "description": "Administrators only; self-managed and dedicated instances. A new email address is held back until it is confirmed.",
    "x-source": "document 2, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/ServiceAccountId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateInstanceServiceAccountBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The service account after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServiceAccount"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/service_accounts": {
   "get": {
    "operationId": "listGroupServiceAccounts",
    "tags": [
     "service-accounts"
    ],
    "summary": "The service accounts of a group.",
    "description": "For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts.",
    "x-source": "document 2, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "name": "order_by",
      "in": "query",
      "description": "Attribute by which the accounts are ordered. Defaults to their id.",
      "schema": {
       "$ref": "#/components/schemas/ServiceAccountOrderField",
       "default": "id"
      }
     },
     {
      "name": "sort",
      "in": "query",
      "description": "Direction of the order. Defaults to descending.",
      "schema": {
       "$ref": "#/components/schemas/SortOrder",
       "default": "desc"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "responses": {
     "200": {
      "description": "One page of service accounts of the group.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ServiceAccount"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createGroupServiceAccount",
    "tags": [
     "service-accounts"
    ],
    "summary": "Creates a service account that belongs to a group.",
    "description": "Owners of the group on the hosted service; elsewhere administrators, and Owners allowed to create service accounts. On the Free tier, a top-level group with everything below it (hosted) or an instance (self-managed) may have at most 100 service accounts. The account can be invited to its own group and to what lies below it, never to groups above it. No input is needed, every attribute has a default.",
    "x-source": "document 2, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateGroupServiceAccountBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new service account.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServiceAccount"
        }
       }
      }
     },
     "400": {
      "description": "The email address is in use already.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/service_accounts/{user_id}": {
   "patch": {
    "operationId": "updateGroupServiceAccount",
    "tags": [
     "service-accounts"
    ],
    "summary": "Changes the name, username or email address of a service account of a group.",
    "description": "Owners of the group on the hosted service; elsewhere administrators, and Owners allowed to create service accounts. The username of an account with a composite identity cannot be changed.",
    "x-source": "document 2, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/ServiceAccountUserId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/UpdateGroupServiceAccountBody"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The service account after the change.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ServiceAccount"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "delete": {
    "operationId": "deleteGroupServiceAccount",
    "tags": [
     "service-accounts"
    ],
    "summary": "Deletes a service account of a group.",
    "description": "For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts. Contributions of the account move to a ghost user, unless `hardDelete` is true.",
    "x-source": "document 2, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/ServiceAccountUserId"
     },
     {
      "name": "hard_delete",
      "in": "query",
      "description": "Whether to delete the contributions of the account, which otherwise move to a ghost user, and the groups that only the account owns.",
      "schema": {
       "type": "boolean"
      }
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/service_accounts/{user_id}/personal_access_tokens": {
   "get": {
    "operationId": "listServiceAccountTokens",
    "tags": [
     "service-accounts"
    ],
    "summary": "The personal access tokens of a service account of a group.",
    "description": "For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts. The secret token itself is never listed.",
    "x-source": "document 2, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/ServiceAccountUserId"
     },
     {
      "name": "created_after",
      "in": "query",
      "description": "Only tokens created after this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "created_before",
      "in": "query",
      "description": "Only tokens created before this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "last_used_after",
      "in": "query",
      "description": "Only tokens last used after this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "last_used_before",
      "in": "query",
      "description": "Only tokens last used before this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "expires_after",
      "in": "query",
      "description": "Only tokens that expire after this day.",
      "schema": {
       "type": "string",
       "format": "date"
      }
     },
     {
      "name": "expires_before",
      "in": "query",
      "description": "Only tokens that expire before this day.",
      "schema": {
       "type": "string",
       "format": "date"
      }
     },
     {
      "name": "revoked",
      "in": "query",
      "description": "True gives only tokens that were revoked.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "search",
      "in": "query",
      "description": "Only tokens whose name contains this text.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "sort",
      "in": "query",
      "description": "Attribute and direction by which the tokens are ordered. The service determines the default.",
      "schema": {
       "$ref": "#/components/schemas/TokenSort"
      }
     },
     {
      "name": "state",
      "in": "query",
      "description": "Only tokens in this state.",
      "schema": {
       "$ref": "#/components/schemas/TokenStateFilter"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     }
    ],
    "x-filters": {
     "revoked_only": {
      "description": "Whether only revoked tokens are listed. Defaults to false, which lists all tokens.",
      "schema": {
       "type": "boolean"
      },
      "values": {
       "true": {
        "revoked": true
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "One page of tokens without their secrets.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/ServiceAccountToken"
         }
        }
       }
      }
     },
     "401": {
      "description": "The credential is missing or not valid.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "404": {
      "description": "There is no such group, or the caller may not see it.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   },
   "post": {
    "operationId": "createServiceAccountToken",
    "tags": [
     "service-accounts"
    ],
    "summary": "Creates a personal access token for a service account of a group.",
    "description": "For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts. Only this payload contains the secret.",
    "x-source": "document 2, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/ServiceAccountUserId"
     }
    ],
    "requestBody": {
     "required": true,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateServiceAccountTokenBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new token with its secret.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CreatedServiceAccountToken"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/service_accounts/{user_id}/personal_access_tokens/{token_id}": {
   "delete": {
    "operationId": "revokeServiceAccountToken",
    "tags": [
     "service-accounts"
    ],
    "summary": "Revokes a personal access token of a service account of a group.",
    "description": "For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts. A revoked token cannot be restored.",
    "x-source": "document 2, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/ServiceAccountUserId"
     },
     {
      "$ref": "#/components/parameters/ServiceAccountTokenId"
     }
    ],
    "responses": {
     "204": {
      "$ref": "#/components/responses/NoContent"
     },
     "400": {
      "description": "The token was not revoked.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "401": {
      "description": "The credential is missing or not valid.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "403": {
      "description": "The caller may not revoke this token.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "404": {
      "description": "There is no such token.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/groups/{id}/service_accounts/{user_id}/personal_access_tokens/{token_id}/rotate": {
   "post": {
    "operationId": "rotateServiceAccountToken",
    "tags": [
     "service-accounts"
    ],
    "summary": "Replaces a personal access token of a service account with a new one.",
    "description": "For Owners of the group on the hosted service; elsewhere for administrators, and for Owners allowed to create service accounts. The old token is revoked immediately; the new one keeps its name, description and scopes. Only this payload contains the new secret.",
    "x-source": "document 2, section 4.2",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     },
     {
      "$ref": "#/components/parameters/ServiceAccountUserId"
     },
     {
      "$ref": "#/components/parameters/ServiceAccountTokenId"
     }
    ],
    "requestBody": {
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/RotateServiceAccountTokenBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new token with its secret.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CreatedServiceAccountToken"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/users": {
   "get": {
    "operationId": "listUsers",
    "tags": [
     "users"
    ],
    "summary": "The users of the instance.",
    "description": "Bots and internal accounts are among them unless filtered out. Everybody may filter by name, state and kind; ordering, identity and two-factor filters are for administrators, who also get the extended view of each user.",
    "x-source": "document 2, section 4.5",
    "parameters": [
     {
      "name": "username",
      "in": "query",
      "description": "Only the user with exactly this username (case-insensitive).",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "public_email",
      "in": "query",
      "description": "Only users with exactly this public email address.",
      "schema": {
       "type": "string",
       "format": "email"
      }
     },
     {
      "name": "search",
      "in": "query",
      "description": "Fuzzy search by name or username, or exact search by public email address. For administrators, also by private email address.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "active",
      "in": "query",
      "description": "True keeps active users only. False does not filter, so exclude active users with the filter made for it.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "external",
      "in": "query",
      "description": "True keeps external users only. False does not filter, so exclude external users with the filter made for it.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "blocked",
      "in": "query",
      "description": "True keeps blocked users only. False does not filter.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "humans",
      "in": "query",
      "description": "True keeps people only, that is accounts that are neither bots nor internal.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "exclude_active",
      "in": "query",
      "description": "True leaves out active users, so that blocked and deactivated ones remain.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "exclude_external",
      "in": "query",
      "description": "True leaves out external users.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "exclude_humans",
      "in": "query",
      "description": "True leaves out people, so that bots and internal accounts remain.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "exclude_internal",
      "in": "query",
      "description": "True leaves out the internal accounts that the instance itself uses.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "without_project_bots",
      "in": "query",
      "description": "True leaves out the bot users that belong to project access tokens.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "created_after",
      "in": "query",
      "description": "Only users whose account was created after this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "created_before",
      "in": "query",
      "description": "Only users whose account was created before this time.",
      "schema": {
       "type": "string",
       "format": "date-time"
      }
     },
     {
      "name": "extern_uid",
      "in": "query",
      "description": "Id of the user at an external identity provider; give the provider with it. Administrators only; no effect for others.",
      "schema": {
       "type": "string",
       "pattern": "\\S",
       "x-pattern-description": "an id that is not blank"
      }
     },
     {
      "name": "provider",
      "in": "query",
      "description": "Name of the external identity provider that the external id belongs to; `scim` in Premium and Ultimate. Administrators only; no effect for others.",
      "schema": {
       "type": "string",
       "pattern": "\\S",
       "x-pattern-description": "a name that is not blank"
      }
     },
     {
      "name": "order_by",
      "in": "query",
      "description": "Attribute by which the users are ordered. Defaults to their id. Administrators only; no effect for others.",
      "schema": {
       "$ref": "#/components/schemas/UserOrderField",
       "default": "id"
      }
     },
     {
      "name": "sort",
      "in": "query",
      "description": "Direction of the order. Defaults to descending. Administrators only; no effect for others.",
      "schema": {
       "$ref": "#/components/schemas/SortOrder",
       "default": "desc"
      }
     },
     {
      "name": "two_factor",
      "in": "query",
      "description": "Only users with, or without, two-factor authentication. Administrators only; no effect for others.",
      "schema": {
       "$ref": "#/components/schemas/UserTwoFactorFilter"
      }
     },
     {
      "name": "without_projects",
      "in": "query",
      "description": "True keeps users who own and share no project. Administrators only; no effect for others.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "admins",
      "in": "query",
      "description": "True keeps administrators of the instance. Administrators only; no effect for others.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "auditors",
      "in": "query",
      "description": "True keeps auditors, who may read everything. Premium and Ultimate. Administrators only; no effect for others.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "skip_ldap",
      "in": "query",
      "description": "True leaves out users who sign in through an LDAP directory. Premium and Ultimate. Administrators only; no effect for others.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "custom_attributes",
      "in": "query",
      "description": "Only users that carry each of these custom attributes with exactly the value given. Administrators only; no effect for others.",
      "style": "deepObject",
      "explode": true,
      "schema": {
       "type": "object",
       "additionalProperties": {
        "type": "string",
        "description": "Value that the attribute must have."
       }
      }
     },
     {
      "name": "with_custom_attributes",
      "in": "query",
      "description": "Whether each user comes with the custom attributes set on it. Administrators only.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "$ref": "#/components/parameters/Page"
     },
     {
      "$ref": "#/components/parameters/PerPage"
     },
     {
      "$ref": "#/components/parameters/Pagination"
     },
     {
      "$ref": "#/components/parameters/KeysetIdAfter"
     },
     {
      "$ref": "#/components/parameters/KeysetCursor"
     }
    ],
    "x-requires": {
     "provider": [
      "extern_uid"
     ],
     "extern_uid": [
      "provider"
     ]
    },
    "x-filters": {
     "identity": {
      "description": "Only the user with this account at an external identity provider. Administrators only; no effect for others.",
      "schema": {
       "$ref": "#/components/schemas/UserIdentityFilter"
      },
      "members": {
       "provider": "provider",
       "extern_uid": "extern_uid"
      }
     },
     "custom_attributes": {
      "description": "Only users with all of these custom attributes. Administrators only; no effect for others.",
      "schema": {
       "type": "array",
       "items": {
        "$ref": "#/components/schemas/CustomAttributeFilter"
       }
      },
      "entries": "custom_attributes"
     },
     "state": {
      "description": "Only users in this state. Defaults to all states.",
      "schema": {
       "$ref": "#/components/schemas/UserStateFilter"
      },
      "values": {
       "active": {
        "active": true
       },
       "blocked": {
        "blocked": true
       },
       "inactive": {
        "exclude_active": true
       }
      }
     },
     "kinds": {
      "description": "Only users who are of all of these kinds. Some have no effect for callers other than administrators.",
      "schema": {
       "type": "array",
       "items": {
        "$ref": "#/components/schemas/UserKindFilter"
       }
      },
      "values": {
       "human": {
        "humans": true
       },
       "external": {
        "external": true
       },
       "administrator": {
        "admins": true
       },
       "auditor": {
        "auditors": true
       },
       "without_projects": {
        "without_projects": true
       }
      }
     },
     "excluded_kinds": {
      "description": "Kinds of users to exclude. `LDAP` has no effect for callers other than administrators.",
      "schema": {
       "type": "array",
       "items": {
        "$ref": "#/components/schemas/UserKindExclusion"
       }
      },
      "values": {
       "human": {
        "exclude_humans": true
       },
       "external": {
        "exclude_external": true
       },
       "internal": {
        "exclude_internal": true
       },
       "project_bot": {
        "without_project_bots": true
       },
       "ldap": {
        "skip_ldap": true
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "One page of the users that match.",
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "items": {
          "$ref": "#/components/schemas/UserListItem"
         }
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/users/{id}": {
   "get": {
    "operationId": "getUser",
    "tags": [
     "users"
    ],
    "summary": "A user.",
    "description": "The caller must be signed in. Administrators get the extended view; for everybody else its attributes are absent. Of a user with a private profile, others get little more than the name.",
    "x-source": "document 2, section 4.5",
    "parameters": [
     {
      "name": "id",
      "in": "path",
      "required": true,
      "description": "Numeric id of the user; a username is not accepted here.",
      "schema": {
       "type": "integer",
       "format": "int64"
      }
     },
     {
      "name": "with_custom_attributes",
      "in": "query",
      "description": "Whether the user comes with the custom attributes set on it. Administrators only.",
      "schema": {
       "type": "boolean"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The user as the caller may see it.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/User"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/user": {
   "get": {
    "operationId": "getCurrentUser",
    "tags": [
     "users"
    ],
    "summary": "The caller: the user whose credential makes the request.",
    "description": "Includes private attributes (email address, sign-in times, preferences, identities). With a project or group access token, the bot user of the token.",
    "x-source": "document 2, section 4.5",
    "responses": {
     "200": {
      "description": "The account of the caller.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CurrentUser"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/security/projects/{id}/vulnerability_exports": {
   "post": {
    "operationId": "createProjectVulnerabilityExport",
    "tags": [
     "vulnerability-exports"
    ],
    "summary": "Starts an export of the vulnerabilities of a project.",
    "description": "Runs in the background: `vulnerabilityExport` and the subscription of that name tell when it has finished and can be downloaded. Each user has one export of a project in progress at a time. Ultimate only. PDF files require a feature flag of the service.",
    "x-source": "document 1, section 4.10",
    "parameters": [
     {
      "$ref": "#/components/parameters/ProjectId"
     }
    ],
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateProjectVulnerabilityExportBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new export, which runs in the background.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/VulnerabilityExport"
        }
       }
      }
     },
     "403": {
      "description": "The caller may not create an export.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "429": {
      "description": "The caller's previous export of the same project is still in progress.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/security/groups/{id}/vulnerability_exports": {
   "post": {
    "operationId": "createGroupVulnerabilityExport",
    "tags": [
     "vulnerability-exports"
    ],
    "summary": "Starts an export of the vulnerabilities of a group's projects.",
    "description": "Runs in the background: `vulnerabilityExport` and the subscription of that name tell when it has finished and can be downloaded. Each user has one export of a group in progress at a time. Ultimate only. PDF files require a feature flag of the service.",
    "x-source": "document 1, section 4.10",
    "parameters": [
     {
      "$ref": "#/components/parameters/GroupId"
     }
    ],
    "requestBody": {
     "required": false,
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/CreateGroupVulnerabilityExportBody"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The new export, which runs in the background.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/VulnerabilityExport"
        }
       }
      }
     },
     "403": {
      "description": "The caller may not create an export.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "429": {
      "description": "The caller's previous export of the same group is still in progress.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/security/vulnerability_exports": {
   "post": {
    "operationId": "createInstanceVulnerabilityExport",
    "tags": [
     "vulnerability-exports"
    ],
    "summary": "Starts an export of the vulnerabilities of the projects on the caller's security dashboard.",
    "description": "Takes no settings; what is exported is what the caller selected on the security dashboard. Runs in the background: `vulnerabilityExport` and the subscription of that name tell when it has finished and can be downloaded. Ultimate only.",
    "x-source": "document 1, section 4.10",
    "responses": {
     "201": {
      "description": "The new export, which runs in the background.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/VulnerabilityExport"
        }
       }
      }
     },
     "403": {
      "description": "The caller may not create an export.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/security/vulnerability_exports/{id}": {
   "get": {
    "operationId": "getVulnerabilityExport",
    "tags": [
     "vulnerability-exports"
    ],
    "summary": "A vulnerability export, and how far it is.",
    "description": "Only its author can read an export, and only until it expires. Ultimate only.",
    "x-source": "document 1, section 4.10",
    "parameters": [
     {
      "$ref": "#/components/parameters/VulnerabilityExportId"
     }
    ],
    "responses": {
     "200": {
      "description": "The export, which has finished and can be downloaded.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/VulnerabilityExport"
        }
       }
      }
     },
     "202": {
      "description": "The export, which has not finished yet.",
      "x-implied": {
       "status": "created"
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/VulnerabilityExport"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  },
  "/security/vulnerability_exports/{id}/download": {
   "get": {
    "operationId": "downloadVulnerabilityExport",
    "tags": [
     "vulnerability-exports"
    ],
    "summary": "The file of a finished vulnerability export.",
    "description": "Only its author can download an export, and only until it expires. A CSV file has a header row with the columns Group Name, Project Name, Tool, Scanner Name, Status, Vulnerability, Details, Additional Info, Severity, CVE, CWE, Other Identifiers, Detected At, Location, Activity, Comments, Full Path, CVSS Vectors and Dismissal Reason; times have the form `2025-01-31 23:59:59 UTC`. Ultimate only.",
    "x-source": "document 1, sections 2.17 and 4.10",
    "parameters": [
     {
      "$ref": "#/components/parameters/VulnerabilityExportId"
     }
    ],
    "responses": {
     "200": {
      "description": "The file, as CSV or PDF.",
      "content": {
       "text/csv": {
        "schema": {
         "type": "string",
         "description": "The vulnerabilities as one row each below a header row.",
         "contentMediaType": "text/csv",
         "contentSchema": {
          "type": "array",
          "items": {
           "$ref": "#/components/schemas/VulnerabilityExportRow"
          }
         }
        }
       },
       "application/pdf": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The vulnerabilities as a report for reading."
        }
       }
      }
     },
     "404": {
      "description": "The export has not finished yet, or no export has this id.",
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Error"
        }
       }
      }
     },
     "default": {
      "$ref": "#/components/responses/Error"
     }
    }
   }
  }
 },
 "components": {
  "securitySchemes": {
   "privateToken": {
    "type": "apiKey",
    "in": "header",
    "name": "PRIVATE-TOKEN",
    "description": "A personal, project or group access token."
   },
   "bearer": {
    "type": "http",
    "scheme": "bearer",
    "description": "The same access tokens as `Authorization: Bearer`."
   }
  },
  "parameters": {
   "ProjectId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The project, as its numeric id or its full path.",
    "x-source": "document 1, section 4",
    "schema": {
     "oneOf": [
      {
       "type": "integer",
       "format": "int64"
      },
      {
       "type": "string",
       "minLength": 1
      }
     ]
    }
   },
   "GroupId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The group, as its numeric id or its full path.",
    "x-source": "document 1, section 4",
    "schema": {
     "oneOf": [
      {
       "type": "integer",
       "format": "int64"
      },
      {
       "type": "string",
       "minLength": 1
      }
     ]
    }
   },
   "Page": {
    "name": "page",
    "in": "query",
    "description": "Number of the page, from 1.",
    "x-source": "document 1, section 4",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "default": 1
    }
   },
   "PerPage": {
    "name": "per_page",
    "in": "query",
    "description": "Items on a page; 20 when absent, at most 100.",
    "x-source": "document 1, section 8",
    "schema": {
     "type": "integer",
     "minimum": 1,
     "maximum": 100,
     "default": 20
    }
   },
   "Pagination": {
    "name": "pagination",
    "in": "query",
    "description": "Set to `keyset` to page by the next link of each response instead of by page numbers.",
    "x-source": "document 2, section 4.5",
    "schema": {
     "type": "string",
     "enum": [
      "keyset"
     ]
    }
   },
   "KeysetCursor": {
    "name": "cursor",
    "in": "query",
    "description": "Position of the next keyset page, as the next link of the previous response gave it.",
    "x-assumed": true,
    "schema": {
     "type": "string"
    }
   },
   "KeysetIdAfter": {
    "name": "id_after",
    "in": "query",
    "description": "Position of the next keyset page by id, as the next link of the previous response gave it.",
    "x-assumed": true,
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "FeatureFlagName": {
    "name": "name",
    "in": "path",
    "required": true,
    "description": "Name of the feature flag, in words joined by underscores.",
    "x-source": "document 2, section 4.7",
    "schema": {
     "type": "string",
     "minLength": 1
    }
   },
   "FlowId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The flow, by its id.",
    "x-source": "beyond the documents, section 1",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "GroupFilterSkipGroups": {
    "name": "skip_groups[]",
    "in": "query",
    "description": "Groups to exclude from the list, as global ids or numeric ids.",
    "x-source": "document 2, section 4.4",
    "style": "form",
    "explode": true,
    "schema": {
     "type": "array",
     "items": {
      "type": "integer",
      "format": "int64",
      "x-graph-type": "Group"
     }
    }
   },
   "GroupFilterAllAvailable": {
    "name": "all_available",
    "in": "query",
    "description": "Whether all groups that the caller may see are listed, not just those the caller belongs to. False for users and true for administrators when absent; has no effect beside a filter by ownership or least role, nor for callers who are not signed in, who see every public group.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "type": "boolean"
    }
   },
   "GroupFilterSearch": {
    "name": "search",
    "in": "query",
    "description": "Only groups whose name or path contains this text.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "type": "string"
    }
   },
   "GroupFilterOrderBy": {
    "name": "order_by",
    "in": "query",
    "description": "Attribute by which the groups are ordered. Defaults to the name.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "$ref": "#/components/schemas/GroupOrderField",
     "default": "name"
    }
   },
   "GroupFilterSort": {
    "name": "sort",
    "in": "query",
    "description": "Direction of the order. Defaults to ascending.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "$ref": "#/components/schemas/SortOrder",
     "default": "asc"
    }
   },
   "GroupFilterStatistics": {
    "name": "statistics",
    "in": "query",
    "description": "Whether each group comes with its storage figures. Administrators only.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "type": "boolean"
    }
   },
   "GroupFilterVisibility": {
    "name": "visibility",
    "in": "query",
    "description": "Only groups of exactly this visibility.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "$ref": "#/components/schemas/Visibility"
    }
   },
   "GroupFilterWithCustomAttributes": {
    "name": "with_custom_attributes",
    "in": "query",
    "description": "Whether each group comes with the custom attributes set on it. Administrators only.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "type": "boolean"
    }
   },
   "GroupFilterOwned": {
    "name": "owned",
    "in": "query",
    "description": "True keeps groups that the caller owns. It takes precedence over `all_available`.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "type": "boolean"
    }
   },
   "GroupFilterMinAccessLevel": {
    "name": "min_access_level",
    "in": "query",
    "description": "Only groups in which the caller has at least this role.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "$ref": "#/components/schemas/MinAccessLevelFilter"
    }
   },
   "GroupFilterTopLevelOnly": {
    "name": "top_level_only",
    "in": "query",
    "description": "Whether only top-level groups are listed, which have no parent group.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "type": "boolean"
    }
   },
   "GroupFilterRepositoryStorage": {
    "name": "repository_storage",
    "in": "query",
    "description": "Only groups whose repositories are in the storage with this name. Premium and Ultimate. Administrators only; no effect for others.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "type": "string"
    }
   },
   "GroupFilterMarkedForDeletionOn": {
    "name": "marked_for_deletion_on",
    "in": "query",
    "description": "Only groups that were marked for deletion on this day. Premium and Ultimate.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "type": "string",
     "format": "date"
    }
   },
   "GroupFilterActive": {
    "name": "active",
    "in": "query",
    "description": "True keeps groups that are neither archived nor marked for deletion, false the others.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "type": "boolean"
    }
   },
   "GroupFilterArchived": {
    "name": "archived",
    "in": "query",
    "description": "True keeps archived groups only, false those that are not archived.",
    "x-source": "document 2, section 4.4",
    "schema": {
     "type": "boolean"
    }
   },
   "InvitationEmail": {
    "name": "email",
    "in": "path",
    "required": true,
    "description": "Email address to which the invitation was sent.",
    "x-source": "document 2, section 4.6",
    "schema": {
     "type": "string",
     "minLength": 1
    }
   },
   "LabelId": {
    "name": "label_id",
    "in": "path",
    "required": true,
    "description": "The label, as its numeric id or its title. A title of digits only is taken for an id, and an update of a label titled \"promote\" has to give the id.",
    "x-source": "document 1, section 4.4",
    "schema": {
     "oneOf": [
      {
       "type": "integer",
       "format": "int64"
      },
      {
       "type": "string",
       "minLength": 1
      }
     ]
    }
   },
   "LabelIncludeAncestorGroups": {
    "name": "include_ancestor_groups",
    "in": "query",
    "description": "Whether labels of ancestor groups are included. Defaults to true.",
    "x-source": "document 1, section 4.4",
    "schema": {
     "type": "boolean",
     "default": true
    }
   },
   "MemberRoleId": {
    "name": "member_role_id",
    "in": "path",
    "required": true,
    "description": "The custom member role, by its id.",
    "x-source": "document 2, section 4.1",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "ApprovalRuleId": {
    "name": "approval_rule_id",
    "in": "path",
    "required": true,
    "description": "Numeric id of the approval rule, unique on the instance.",
    "x-source": "document 1, section 4.5",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "MergeRequestIid": {
    "name": "merge_request_iid",
    "in": "path",
    "required": true,
    "description": "Number of the merge request within its project, as in `!12`.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "MergeRequestIidsFilter": {
    "name": "iids[]",
    "in": "query",
    "style": "form",
    "explode": true,
    "description": "Only merge requests with these numbers within the project.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "schema": {
     "type": "array",
     "items": {
      "type": "integer",
      "format": "int64"
     }
    }
   },
   "MergeRequestApprovedByIdsFilter": {
    "name": "approved_by_ids[]",
    "in": "query",
    "style": "form",
    "explode": true,
    "description": "Only those approved by all of these users, at most 5 numbers; or those with no approval at all, or with at least one.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "oneOf": [
      {
       "type": "array",
       "maxItems": 5,
       "items": {
        "type": "integer",
        "format": "int64"
       }
      },
      {
       "$ref": "#/components/schemas/NoneOrAny"
      }
     ]
    }
   },
   "MergeRequestApprovedByUsernamesFilter": {
    "name": "approved_by_usernames[]",
    "in": "query",
    "style": "form",
    "explode": true,
    "description": "Only those approved by all of these users, at most 5 usernames; or those with no approval at all, or with at least one.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "oneOf": [
      {
       "type": "array",
       "maxItems": 5,
       "items": {
        "type": "string"
       }
      },
      {
       "$ref": "#/components/schemas/NoneOrAny"
      }
     ]
    }
   },
   "MergeRequestApproverIdsFilter": {
    "name": "approver_ids[]",
    "in": "query",
    "style": "form",
    "explode": true,
    "description": "Only those that all of these users, by numeric id, are eligible to approve; or those without any eligible approver, or with at least one. Premium and Ultimate.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "oneOf": [
      {
       "type": "array",
       "items": {
        "type": "integer",
        "format": "int64"
       }
      },
      {
       "$ref": "#/components/schemas/NoneOrAny"
      }
     ]
    }
   },
   "MergeRequestAssigneeIdFilter": {
    "name": "assignee_id",
    "in": "query",
    "description": "Only those assigned to the user with this numeric id, or to nobody, or to somebody. Not together with assignee usernames.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "oneOf": [
      {
       "type": "integer",
       "format": "int64"
      },
      {
       "$ref": "#/components/schemas/NoneOrAny"
      }
     ]
    }
   },
   "MergeRequestAssigneeUsernamesFilter": {
    "name": "assignee_username[]",
    "in": "query",
    "style": "form",
    "explode": true,
    "description": "Only those assigned to the users with these usernames. Not together with an assignee's numeric id.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "array",
     "items": {
      "type": "string"
     }
    }
   },
   "MergeRequestAuthorIdFilter": {
    "name": "author_id",
    "in": "query",
    "description": "Only those that the user with this numeric id created. Not together with an author's username. In the list of the whole instance, combine it with the scope \"all\" or \"assigned to me\".",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "MergeRequestAuthorUsernameFilter": {
    "name": "author_username",
    "in": "query",
    "description": "Only those that the user with this username created. Not together with an author's numeric id.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string"
    }
   },
   "MergeRequestCreatedAfterFilter": {
    "name": "created_after",
    "in": "query",
    "description": "Created at this time or later.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string",
     "format": "date-time"
    }
   },
   "MergeRequestCreatedBeforeFilter": {
    "name": "created_before",
    "in": "query",
    "description": "Created at this time or earlier.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string",
     "format": "date-time"
    }
   },
   "MergeRequestDeployedAfterFilter": {
    "name": "deployed_after",
    "in": "query",
    "description": "Deployed after this time.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string",
     "format": "date-time"
    }
   },
   "MergeRequestDeployedBeforeFilter": {
    "name": "deployed_before",
    "in": "query",
    "description": "Deployed before this time.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string",
     "format": "date-time"
    }
   },
   "MergeRequestEnvironmentFilter": {
    "name": "environment",
    "in": "query",
    "description": "Deployed to the environment with this name.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string"
    }
   },
   "MergeRequestSearchInFilter": {
    "name": "in",
    "in": "query",
    "style": "form",
    "explode": false,
    "description": "Attributes to search. Defaults to title and description. No effect without `search`.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "array",
     "items": {
      "$ref": "#/components/schemas/MergeRequestSearchField"
     },
     "default": [
      "title",
      "description"
     ]
    }
   },
   "MergeRequestLabelsFilter": {
    "name": "labels",
    "in": "query",
    "style": "form",
    "explode": false,
    "description": "Only those that carry all of these labels, by name; or those without any label, or with at least one.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "oneOf": [
      {
       "type": "array",
       "items": {
        "type": "string",
        "pattern": "^[^,]+$",
        "x-pattern-description": "a label name without a comma"
       }
      },
      {
       "$ref": "#/components/schemas/NoneOrAny"
      }
     ]
    }
   },
   "MergeRequestMergeUserIdFilter": {
    "name": "merge_user_id",
    "in": "query",
    "description": "Only those that the user with this numeric id merged. Not together with a merge user's username.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "MergeRequestMergeUserUsernameFilter": {
    "name": "merge_user_username",
    "in": "query",
    "description": "Only those that the user with this username merged. Not together with a merge user's numeric id.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string"
    }
   },
   "MergeRequestMilestoneFilter": {
    "name": "milestone",
    "in": "query",
    "description": "Only those of the milestone with this title, or without any milestone, or with one.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "anyOf": [
      {
       "type": "string"
      },
      {
       "$ref": "#/components/schemas/NoneOrAny"
      }
     ]
    }
   },
   "MergeRequestMyReactionEmojiFilter": {
    "name": "my_reaction_emoji",
    "in": "query",
    "description": "Only those to which the caller reacted with the emoji of this name, or with none, or with any.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "anyOf": [
      {
       "type": "string"
      },
      {
       "$ref": "#/components/schemas/NoneOrAny"
      }
     ]
    }
   },
   "MergeRequestNonArchivedInstanceFilter": {
    "name": "non_archived",
    "in": "query",
    "description": "Whether to leave out merge requests of archived projects; they are included when absent.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "boolean",
     "default": false
    }
   },
   "MergeRequestNonArchivedFilter": {
    "name": "non_archived",
    "in": "query",
    "description": "Whether to leave out merge requests of archived projects; they are left out when absent.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "boolean",
     "default": true
    }
   },
   "MergeRequestNonArchivedProjectFilter": {
    "name": "non_archived",
    "in": "query",
    "description": "Whether to leave out merge requests of archived projects.",
    "x-source": "beyond the documents, section 1",
    "schema": {
     "type": "boolean"
    }
   },
   "MergeRequestNotFilter": {
    "name": "not",
    "in": "query",
    "style": "deepObject",
    "explode": true,
    "description": "Leaves out the merge requests that match any of these conditions.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "$ref": "#/components/schemas/MergeRequestNegatedFilters"
    }
   },
   "MergeRequestOrderByFilter": {
    "name": "order_by",
    "in": "query",
    "description": "Attribute by which the merge requests are ordered. Defaults to the time of creation.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "$ref": "#/components/schemas/MergeRequestOrderField",
     "default": "created_at"
    }
   },
   "MergeRequestReviewerIdFilter": {
    "name": "reviewer_id",
    "in": "query",
    "description": "Only those that the user with this numeric id reviews, or nobody, or somebody. Not together with a reviewer's username.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "oneOf": [
      {
       "type": "integer",
       "format": "int64"
      },
      {
       "$ref": "#/components/schemas/NoneOrAny"
      }
     ]
    }
   },
   "MergeRequestReviewerUsernameFilter": {
    "name": "reviewer_username",
    "in": "query",
    "description": "Only those that the user with this username reviews, or nobody, or somebody. Not together with a reviewer's numeric id.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "anyOf": [
      {
       "type": "string"
      },
      {
       "$ref": "#/components/schemas/NoneOrAny"
      }
     ]
    }
   },
   "MergeRequestScopeInstanceFilter": {
    "name": "scope",
    "in": "query",
    "description": "Whose merge requests the list shows; only those that the caller created when absent.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "$ref": "#/components/schemas/MergeRequestScope",
     "default": "created_by_me"
    }
   },
   "MergeRequestScopeFilter": {
    "name": "scope",
    "in": "query",
    "description": "Whose merge requests the list shows; everybody's when absent.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "$ref": "#/components/schemas/MergeRequestScope",
     "default": "all"
    }
   },
   "MergeRequestSearchFilter": {
    "name": "search",
    "in": "query",
    "description": "Text in the title or description.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string"
    }
   },
   "MergeRequestSortFilter": {
    "name": "sort",
    "in": "query",
    "description": "Direction of the order. Defaults to descending (newest or largest first).",
    "x-source": "document 1, section 4.6",
    "schema": {
     "$ref": "#/components/schemas/SortOrder",
     "default": "desc"
    }
   },
   "MergeRequestSourceBranchFilter": {
    "name": "source_branch",
    "in": "query",
    "description": "Name of the branch that contains the changes.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string"
    }
   },
   "MergeRequestSourceProjectIdFilter": {
    "name": "source_project_id",
    "in": "query",
    "description": "Only those that bring changes from the project with this numeric id, for example from a fork.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "MergeRequestTargetBranchFilter": {
    "name": "target_branch",
    "in": "query",
    "description": "Name of the branch to merge into.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string"
    }
   },
   "MergeRequestStateIsFilter": {
    "name": "state",
    "in": "query",
    "description": "State of the merge request. Defaults to all states.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "$ref": "#/components/schemas/MergeRequestStateFilter",
     "default": "all"
    }
   },
   "MergeRequestUpdatedAfterFilter": {
    "name": "updated_after",
    "in": "query",
    "description": "Last updated at this time or later.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string",
     "format": "date-time"
    }
   },
   "MergeRequestUpdatedBeforeFilter": {
    "name": "updated_before",
    "in": "query",
    "description": "Last updated at this time or earlier.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "string",
     "format": "date-time"
    }
   },
   "MergeRequestViewFilter": {
    "name": "view",
    "in": "query",
    "description": "Set to get only the number, address, title, description and basic state of each merge request.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "$ref": "#/components/schemas/MergeRequestView"
    }
   },
   "MergeRequestDraftFilter": {
    "name": "draft",
    "in": "query",
    "description": "True lists only drafts, false only non-drafts. Defaults to both.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "boolean"
    }
   },
   "MergeRequestWipFilter": {
    "name": "wip",
    "in": "query",
    "deprecated": true,
    "x-deprecation": "Use draft.",
    "x-never-sent": true,
    "description": "Only drafts, or only those that are no drafts; both when absent. Not together with the draft filter.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "$ref": "#/components/schemas/MergeRequestWip"
    }
   },
   "MergeRequestWithLabelsDetailsFilter": {
    "name": "with_labels_details",
    "in": "query",
    "description": "Whether labels come with color, description and the rest instead of as bare names; bare names when absent.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "boolean",
     "default": false
    }
   },
   "MergeRequestWithStatusRecheckFilter": {
    "name": "with_merge_status_recheck",
    "in": "query",
    "description": "Whether to request an asynchronous recalculation of the merge status, without guarantee. The service may ignore it for callers below Developer.",
    "x-source": "document 1, section 4.6",
    "schema": {
     "type": "boolean"
    }
   },
   "NoteIssueIid": {
    "name": "issue_iid",
    "in": "path",
    "required": true,
    "description": "Number of the issue within its project, not its id.",
    "x-source": "document 1, section 4.1",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "NoteSnippetId": {
    "name": "snippet_id",
    "in": "path",
    "required": true,
    "description": "Id of the project snippet. Personal snippets are not found here.",
    "x-source": "document 1, section 4.1",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "NoteEpicId": {
    "name": "epic_id",
    "in": "path",
    "required": true,
    "description": "Numeric id of the epic, unique on the instance. Its number within the group leads to an error or to the notes of another epic.",
    "x-source": "document 1, section 4.1",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "NoteId": {
    "name": "note_id",
    "in": "path",
    "required": true,
    "description": "Numeric id of the note, unique on the instance.",
    "x-source": "document 1, section 4.1",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "NoteSortFilter": {
    "name": "sort",
    "in": "query",
    "description": "Direction of the order. Defaults to descending (newest first).",
    "x-source": "document 1, section 4.1",
    "schema": {
     "$ref": "#/components/schemas/SortOrder",
     "default": "desc"
    }
   },
   "NoteOrderByFilter": {
    "name": "order_by",
    "in": "query",
    "description": "Attribute by which the notes are ordered. Defaults to the time of writing.",
    "x-source": "document 1, section 4.1",
    "schema": {
     "$ref": "#/components/schemas/NoteOrderField",
     "default": "created_at"
    }
   },
   "PipelineId": {
    "name": "pipeline_id",
    "in": "path",
    "required": true,
    "description": "The pipeline, as its instance-wide id.",
    "x-source": "document 1, section 4.2",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "ResourceGroupKey": {
    "name": "key",
    "in": "path",
    "required": true,
    "description": "Key of the resource group within its project, as the CI/CD configuration names it.",
    "x-source": "document 1, section 4.3",
    "x-encode-underscore": true,
    "schema": {
     "type": "string",
     "minLength": 1
    }
   },
   "RunnerId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "Numeric id of the runner, unique on the instance.",
    "x-source": "document 1, section 4.7",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "RunnerScopeFilter": {
    "name": "scope",
    "in": "query",
    "deprecated": true,
    "x-deprecation": "Use status or paused.",
    "x-never-sent": true,
    "description": "Only runners in this condition, in the older form of the filter.",
    "x-source": "document 1, section 4.7",
    "schema": {
     "$ref": "#/components/schemas/RunnerScope"
    }
   },
   "InstanceRunnerScopeFilter": {
    "name": "scope",
    "in": "query",
    "deprecated": true,
    "x-deprecation": "Use type, status or paused.",
    "x-never-sent": true,
    "description": "Only runners of this kind or in this condition, in the older form of the filter.",
    "x-source": "document 1, section 4.7",
    "schema": {
     "$ref": "#/components/schemas/InstanceRunnerScope"
    }
   },
   "RunnerTypeFilter": {
    "name": "type",
    "in": "query",
    "description": "Only instance, group or project runners. Defaults to all types.",
    "x-source": "document 1, section 4.7",
    "schema": {
     "$ref": "#/components/schemas/RunnerTypeFilter"
    }
   },
   "RunnerStatusIsFilter": {
    "name": "status",
    "in": "query",
    "description": "Only runners with this status. Defaults to all statuses. `OFFLINE` may include stale ones.",
    "x-source": "document 1, section 4.7",
    "schema": {
     "$ref": "#/components/schemas/RunnerStatusFilter"
    }
   },
   "RunnerPausedFilter": {
    "name": "paused",
    "in": "query",
    "description": "True lists only paused runners, false only others. Defaults to both.",
    "x-source": "document 1, section 4.7",
    "schema": {
     "type": "boolean"
    }
   },
   "RunnerTagListFilter": {
    "name": "tag_list",
    "in": "query",
    "style": "form",
    "explode": false,
    "description": "Only runners with all of these tags.",
    "x-source": "document 1, section 4.7",
    "schema": {
     "type": "array",
     "items": {
      "type": "string",
      "pattern": "^[^,]+$",
      "x-pattern-description": "a tag without a comma"
     }
    }
   },
   "RunnerVersionPrefixFilter": {
    "name": "version_prefix",
    "in": "query",
    "description": "Only runners whose version starts with this prefix, such as a major version (`15`) or a minor one (`15.0`).",
    "x-source": "document 1, section 4.7",
    "schema": {
     "type": "string"
    }
   },
   "ServiceAccountId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "The service account, by its numeric user id.",
    "x-source": "document 2, section 4.2",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "ServiceAccountUserId": {
    "name": "user_id",
    "in": "path",
    "required": true,
    "description": "The service account, by its numeric user id.",
    "x-source": "document 2, section 4.2",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "ServiceAccountTokenId": {
    "name": "token_id",
    "in": "path",
    "required": true,
    "description": "The personal access token, by its id.",
    "x-source": "document 2, section 4.2",
    "schema": {
     "type": "integer",
     "format": "int64"
    }
   },
   "VulnerabilityExportId": {
    "name": "id",
    "in": "path",
    "required": true,
    "description": "Number of the export, as its creation gave it.",
    "x-source": "document 1, section 4.10",
    "schema": {
     "oneOf": [
      {
       "type": "integer",
       "format": "int64"
      },
      {
       "type": "string",
       "minLength": 1
      }
     ]
    }
   }
  },
  "responses": {
   "Error": {
    "description": "A refusal or failure. The documents do not show the body; several forms are in use.",
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/Error"
      }
     }
    }
   },
   "NoContent": {
    "description": "Done; there is no body."
   }
  },
  "schemas": {
   "Error": {
    "type": [
     "object",
     "array",
     "string",
     "null"
    ],
    "description": "Body of a failed call. `message` is a text or nested maps and arrays of texts; some services send `error` or `errors` instead.",
    "x-source": "document 1, section 7",
    "properties": {
     "message": {
      "description": "What went wrong, as a text or as texts by attribute."
     },
     "error": {
      "description": "What went wrong, as a text or as a code with a description beside it."
     },
     "error_description": {
      "type": "string",
      "description": "Explanation of the code in `error`."
     },
     "scope": {
      "type": "string",
      "description": "Token scopes that would have sufficed."
     },
     "errors": {
      "description": "Texts by attribute."
     }
    }
   },
   "SortOrder": {
    "type": "string",
    "enum": [
     "asc",
     "desc"
    ],
    "description": "Direction in which a list is ordered.",
    "x-source": "document 1, section 4",
    "x-enum-descriptions": {
     "asc": "Smallest, oldest or alphabetically first item first.",
     "desc": "Largest, newest or alphabetically last item first."
    }
   },
   "Visibility": {
    "type": "string",
    "enum": [
     "private",
     "internal",
     "public"
    ],
    "description": "Users who may see a group or project.",
    "x-source": "document 2, section 2.5",
    "x-enum-descriptions": {
     "private": "Members only.",
     "internal": "All signed-in users.",
     "public": "Everyone, including anonymous users."
    }
   },
   "AccessLevel": {
    "type": "integer",
    "enum": [
     0,
     5,
     10,
     15,
     20,
     25,
     30,
     40,
     50
    ],
    "description": "Role of a member in a group or project.",
    "x-source": "document 2, section 2.1",
    "x-enum-names": {
     "0": "NO_ACCESS",
     "5": "MINIMAL_ACCESS",
     "10": "GUEST",
     "15": "PLANNER",
     "20": "REPORTER",
     "25": "SECURITY_MANAGER",
     "30": "DEVELOPER",
     "40": "MAINTAINER",
     "50": "OWNER"
    },
    "x-enum-descriptions": {
     "0": "Membership without any permission (number 0).",
     "5": "Can only see that the group exists (number 5).",
     "10": "Views and comments on non-confidential content (number 10).",
     "15": "Plans work on issues, epics and boards (number 15).",
     "20": "Views code, pipelines and confidential issues (number 20).",
     "25": "Manages vulnerabilities and security settings (number 25).",
     "30": "Pushes code, runs pipelines, opens merge requests (number 30).",
     "40": "Manages a project's settings, runners and protected branches (number 40).",
     "50": "Has all permissions, including member management (number 50)."
    }
   },
   "TokenStateFilter": {
    "type": "string",
    "enum": [
     "active",
     "inactive"
    ],
    "description": "State of a personal access token.",
    "x-source": "document 2, sections 4.2 and 4.4",
    "x-enum-descriptions": {
     "active": "Valid: neither revoked nor expired.",
     "inactive": "Invalid: revoked or expired."
    }
   },
   "TokenSort": {
    "type": "string",
    "enum": [
     "created_asc",
     "created_desc",
     "expires_asc",
     "expires_desc",
     "last_used_asc",
     "last_used_desc",
     "name_asc",
     "name_desc"
    ],
    "x-enum-names": {
     "created_asc": "CREATED_AT",
     "expires_asc": "EXPIRES_ON",
     "last_used_asc": "LAST_USED_AT"
    },
    "description": "Attributes by which personal access tokens can be ordered.",
    "x-source": "document 2, sections 4.2 and 4.4",
    "x-enum-descriptions": {
     "created_asc": "By the time of creation, the oldest token first.",
     "created_desc": "By the time of creation, the newest token first.",
     "expires_asc": "By the day of expiry, the earliest first.",
     "expires_desc": "By the day of expiry, the latest first.",
     "last_used_asc": "By the time of last use, the least recently used token first.",
     "last_used_desc": "By the time of last use, the most recently used token first.",
     "name_asc": "By the name of the token, in alphabetical order.",
     "name_desc": "By the name of the token, in reverse alphabetical order."
    }
   },
   "ErrorTrackingSettings": {
    "type": "object",
    "description": "Settings for collecting the errors that applications of a project report.",
    "x-source": "document 1, section 2.16",
    "properties": {
     "active": {
      "type": "boolean",
      "description": "Whether error tracking is enabled for the project.",
      "x-never-null": true
     },
     "project_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the project in the external tracker; null with integrated tracking."
     },
     "tracker_external_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the external tracker's web interface; null with integrated tracking."
     },
     "api_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the external tracker's API; null with integrated tracking."
     },
     "integrated": {
      "type": "boolean",
      "description": "Whether errors are sent to the integrated backend rather than to an external tracker."
     }
    }
   },
   "ErrorTrackingClientKey": {
    "type": "object",
    "description": "A key with which applications report errors to the integrated error tracking of a project.",
    "x-source": "document 1, section 2.16",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the key, unique on the instance.",
      "x-never-null": true
     },
     "active": {
      "type": "boolean",
      "description": "Whether applications may report errors with the key.",
      "x-never-null": true
     },
     "public_key": {
      "type": "string",
      "description": "Public key, generated on creation, for the configuration of applications.",
      "x-never-null": true
     },
     "tracker_dsn": {
      "type": "string",
      "description": "URL for the configuration of applications; contains the public key and the project's numeric id.",
      "x-never-null": true
     }
    }
   },
   "CreateErrorTrackingSettingsBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Settings with which integrated error tracking is set up.",
    "x-source": "document 1, section 4.9",
    "required": [
     "active",
     "integrated"
    ],
    "properties": {
     "active": {
      "type": "boolean",
      "description": "Whether to enable error tracking."
     },
     "integrated": {
      "type": "boolean",
      "const": true,
      "description": "Must be true: an external tracker cannot be set up here."
     }
    }
   },
   "UpdateErrorTrackingSettingsBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Changes to the error tracking that is configured already.",
    "x-source": "document 1, section 4.9",
    "required": [
     "active"
    ],
    "properties": {
     "active": {
      "type": "boolean",
      "description": "Whether to enable error tracking."
     },
     "integrated": {
      "type": "boolean",
      "description": "Whether to send errors to the integrated backend. Defaults to the current value."
     }
    }
   },
   "FeatureFlag": {
    "type": "object",
    "description": "A feature flag that has been set on this instance.",
    "x-source": "document 2, section 2.9",
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the flag, unique on the instance.",
      "x-never-null": true
     },
     "state": {
      "$ref": "#/components/schemas/FeatureFlagState",
      "description": "Whether the feature is on for all actors, for none or for some.",
      "x-never-null": true
     },
     "gates": {
      "x-never-null": true,
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FeatureFlagGate"
      },
      "description": "Conditions of the flag; the feature is on if one of them applies."
     },
     "definition": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/FeatureFlagDefinition"
       },
       {
        "type": "null"
       }
      ],
      "description": "Definition of the flag by the service itself; null for a flag that this version does not define."
     }
    }
   },
   "FeatureFlagState": {
    "type": "string",
    "enum": [
     "on",
     "off",
     "conditional"
    ],
    "description": "State of a feature flag: for which actors the feature is on.",
    "x-source": "document 2, section 2.9",
    "x-enum-descriptions": {
     "on": "The feature is on for all actors.",
     "off": "The feature is off for all actors.",
     "conditional": "The feature is on for some actors or checks, depending on the gates."
    }
   },
   "FeatureFlagGate": {
    "type": "object",
    "description": "One condition under which a feature is on.",
    "x-source": "document 2, section 2.9",
    "properties": {
     "key": {
      "$ref": "#/components/schemas/FeatureFlagGateKey",
      "description": "Kind of the condition, which decides what its value means.",
      "x-never-null": true
     },
     "value": {
      "oneOf": [
       {
        "type": "boolean"
       },
       {
        "type": "integer"
       },
       {
        "type": "array",
        "items": {
         "type": "string"
        }
       }
      ],
      "description": "True or false for a boolean gate, whole percent from 0 to 100 for a percentage gate, and a list of texts, such as names of actors, for gates of other kinds."
     }
    }
   },
   "FeatureFlagGateKey": {
    "type": "string",
    "enum": [
     "boolean",
     "percentage_of_actors",
     "percentage_of_time",
     "actors",
     "groups"
    ],
    "description": "Kinds of conditions under which a feature is on.",
    "x-source": "document 2, section 2.9",
    "x-enum-descriptions": {
     "boolean": "On or off for all actors.",
     "percentage_of_actors": "On for this percentage of actors, always the same ones.",
     "percentage_of_time": "On for this percentage of checks, at random.",
     "actors": "On for the listed users, groups, projects, repositories and runners. Only some services send it.",
     "groups": "On for the listed feature groups. Only some services send it."
    }
   },
   "FeatureFlagPercentageKey": {
    "type": "string",
    "enum": [
     "percentage_of_actors",
     "percentage_of_time"
    ],
    "description": "Things that the percentage of a feature flag counts.",
    "x-source": "document 2, section 4.7",
    "x-enum-descriptions": {
     "percentage_of_actors": "Users, groups and other actors: on for this share of them, always the same ones.",
     "percentage_of_time": "Checks of the flag: on for this share of them, chosen at random."
    }
   },
   "FeatureFlagDefinition": {
    "type": "object",
    "description": "Definition of a feature flag in a version of the service.",
    "x-source": "document 2, section 2.9",
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the flag, unique on the instance.",
      "x-never-null": true
     },
     "introduced_by_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the change that introduced the flag; null if it is not recorded."
     },
     "rollout_issue_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the issue that tracks the rollout; null if none exists."
     },
     "group": {
      "type": [
       "string",
       "null"
      ],
      "description": "Development team of the service that owns the flag."
     },
     "type": {
      "type": "string",
      "description": "Purpose of the flag in the words of the service, such as development or operations.",
      "x-never-null": true
     },
     "default_enabled": {
      "type": "boolean",
      "description": "Whether the feature is on if the flag was never set.",
      "x-never-null": true
     },
     "milestone": {
      "type": [
       "string",
       "null"
      ],
      "description": "Release in which the flag was introduced; null if it is not recorded."
     },
     "log_state_changes": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether changes of the flag are logged; null if the definition does not state it."
     }
    }
   },
   "SetFeatureFlagBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "How to set a feature flag, and for whom.",
    "x-source": "document 2, section 4.7",
    "required": [
     "value"
    ],
    "properties": {
     "value": {
      "type": [
       "integer",
       "string"
      ],
      "minimum": 0,
      "maximum": 100,
      "pattern": "^(true|false|[0-9]{1,2}|100)$",
      "x-pattern-description": "`true`, `false` or a whole percentage from 0 to 100",
      "description": "`true` switches the feature on, `false` off; a whole number from 0 to 100 switches it on for that percentage."
     },
     "key": {
      "$ref": "#/components/schemas/FeatureFlagPercentageKey",
      "default": "percentage_of_time",
      "description": "Things that a percentage counts, actors or time. Defaults to time. Without effect on `true` and `false`."
     },
     "feature_group": {
      "type": "string",
      "description": "Name of a feature group for which to set the flag: a set of actors that the service defines."
     },
     "user": {
      "type": "string",
      "description": "Username to switch the flag for, or several joined by commas."
     },
     "group": {
      "type": "string",
      "description": "Full path of the group to switch the flag for, or several joined by commas."
     },
     "namespace": {
      "type": "string",
      "description": "Full path of the group or personal namespace to switch the flag for, or several joined by commas."
     },
     "project": {
      "type": "string",
      "description": "Full path of the project to switch the flag for, or several joined by commas."
     },
     "repository": {
      "type": "string",
      "description": "Full path of the repository to switch the flag for, or several joined by commas."
     },
     "runner": {
      "type": "string",
      "description": "Id of the runner to switch the flag for, or several joined by commas."
     },
     "force": {
      "type": "boolean",
      "description": "Whether to skip the validation of the service, such as that the flag has a definition."
     }
    }
   },
   "Flow": {
    "type": "object",
    "description": "A combination of AI agents that completes a developer task.",
    "x-source": "document 2, section 2.11",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the flow, unique on the instance.",
      "x-never-null": true
     },
     "project_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Id of the project that the flow works on; null if it works on none."
     },
     "namespace_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Id of the group or personal namespace in which the flow runs; null if it runs in none. `group` is null for a personal namespace."
     },
     "agent_privileges": {
      "type": "array",
      "items": {
       "type": "integer",
       "format": "int64"
      },
      "description": "Ids of the privileges that the agents have; all privileges if the flow was created without a choice."
     },
     "agent_privileges_names": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Names of the privileges that the agents have, such as `use_git`."
     },
     "pre_approved_agent_privileges": {
      "type": "array",
      "items": {
       "type": "integer",
       "format": "int64"
      },
      "description": "Ids of the privileges that the agents use without approval, a subset of their privileges."
     },
     "pre_approved_agent_privileges_names": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Names of the privileges that the agents use without approval."
     },
     "workflow_definition": {
      "type": "string",
      "description": "Identifier of the type of the flow.",
      "x-never-null": true
     },
     "status": {
      "$ref": "#/components/schemas/FlowStatus",
      "description": "Current status of the flow, including whether it waits for the caller.",
      "x-never-null": true
     },
     "allow_agent_to_request_user": {
      "type": "boolean",
      "description": "Whether the agents may ask the caller for input; true by default."
     },
     "image": {
      "type": [
       "string",
       "null"
      ],
      "description": "Container image for running the flow as a CI job; null for the default image."
     },
     "environment": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/FlowEnvironment"
       },
       {
        "type": "null"
       }
      ],
      "description": "Environment in which the flow was started and shows its work; null if not reported."
     },
     "ai_catalog_item_version_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Id of the version of the catalog item that the flow runs; null if the flow runs no catalog item."
     },
     "summary": {
      "type": "string",
      "description": "Short summary of the flow."
     },
     "mcp_enabled": {
      "type": "boolean",
      "description": "Whether the agents may use MCP tools."
     },
     "service_url": {
      "type": "string",
      "format": "uri",
      "description": "Base URL of the instance on which the flow runs."
     },
     "workload": {
      "$ref": "#/components/schemas/FlowWorkload",
      "description": "Workload that runs the flow; null if the flow was not started."
     }
    }
   },
   "FlowStatus": {
    "type": "string",
    "enum": [
     "created",
     "running",
     "paused",
     "finished",
     "failed",
     "stopped",
     "input_required",
     "plan_approval_required",
     "tool_call_approval_required"
    ],
    "description": "Status of an agent flow.",
    "x-source": "document 2, section 2.11",
    "x-enum-descriptions": {
     "created": "Created, but not started yet.",
     "running": "Agents are working on it.",
     "paused": "Paused; can be resumed.",
     "finished": "Completed its task.",
     "failed": "Ended with an error.",
     "stopped": "Stopped before it finished.",
     "input_required": "Waits for input from the caller.",
     "plan_approval_required": "Waits until the caller approves its plan.",
     "tool_call_approval_required": "Waits until the caller approves the use of a tool."
    }
   },
   "FlowEnvironment": {
    "type": "string",
    "enum": [
     "ide",
     "web",
     "chat_partial",
     "chat",
     "ambient"
    ],
    "description": "Environment in which a flow is started and shows its work.",
    "x-source": "document 2, section 4.9",
    "x-enum-descriptions": {
     "ide": "In the developer's IDE.",
     "web": "In the web interface of the service.",
     "chat_partial": "In a chat with part of the functions.",
     "chat": "In a chat with the assistant.",
     "ambient": "In the background, started by an event."
    }
   },
   "FlowWorkload": {
    "type": "object",
    "description": "Workload that runs a started flow.",
    "x-source": "document 2, section 2.11",
    "properties": {
     "id": {
      "type": "string",
      "x-graph-name": "workloadId",
      "description": "Id of the workload, not necessarily a number; null if none was started."
     },
     "message": {
      "type": "string",
      "description": "Message of the service about the start of the workload, such as the reason for a failure."
     }
    }
   },
   "AgentPrivilege": {
    "type": "object",
    "description": "A privilege that can be granted to the agents of a flow.",
    "x-source": "document 2, section 2.11",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the privilege, 1 to 6 for the built-in ones; `flowCreate` accepts it.",
      "x-never-null": true
     },
     "name": {
      "x-never-null": true,
      "type": "string",
      "description": "Name of the privilege; `read_write_files`, `read_only_service`, `read_write_service`, `run_commands`, `use_git` and `run_mcp_tools` are built in."
     },
     "description": {
      "type": "string",
      "description": "Explanation of what agents with the privilege may do.",
      "x-never-null": true
     },
     "default_enabled": {
      "type": "boolean",
      "description": "Whether the privilege is enabled by default; true for all built-in ones.",
      "x-never-null": true
     }
    }
   },
   "AgentPrivilegeList": {
    "type": "object",
    "description": "All privileges that agents can have.",
    "x-source": "document 2, section 4.9",
    "properties": {
     "all_privileges": {
      "x-never-null": true,
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/AgentPrivilege"
      },
      "description": "Every privilege that can be given to the agents of a flow."
     }
    }
   },
   "FlowContextItem": {
    "type": "object",
    "additionalProperties": false,
    "description": "Information for a flow in addition to its goal.",
    "x-source": "document 2, section 4.9",
    "required": [
     "Category",
     "Content"
    ],
    "properties": {
     "Category": {
      "type": "string",
      "description": "Kind of the information, as the type of the flow defines it."
     },
     "Content": {
      "type": "string",
      "description": "Content of the information, as serialized JSON."
     }
    }
   },
   "CreateFlowBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Flow to create, and its task.",
    "x-source": "document 2, section 4.9",
    "x-exclusive": [
     [
      "ai_catalog_item_consumer_id",
      "workflow_definition"
     ]
    ],
    "x-requires": {
     "ai_catalog_item_consumer_id": [
      "project_id"
     ],
     "issue_id": [
      "project_id"
     ],
     "merge_request_id": [
      "project_id"
     ]
    },
    "properties": {
     "additional_context": {
      "type": "array",
      "items": {
       "$ref": "#/components/schemas/FlowContextItem"
      },
      "description": "Information for the flow in addition to its goal."
     },
     "agent_privileges": {
      "x-graph-name": "agentPrivilegeIds",
      "type": "array",
      "items": {
       "type": "integer",
       "format": "int64"
      },
      "description": "Ids of the privileges to grant to the agents. Defaults to all privileges."
     },
     "ai_catalog_item_consumer_id": {
      "type": "integer",
      "format": "int64",
      "description": "Enabled catalog item of the project to run, by the numeric id of its consumer. Needs a project and takes the place of a workflow definition, so the two cannot be combined."
     },
     "ai_catalog_item_version_id": {
      "type": "integer",
      "format": "int64",
      "description": "Version of the catalog item to run, by its id."
     },
     "allow_agent_to_request_user": {
      "type": "boolean",
      "default": true,
      "description": "Whether the agents may ask the caller for input. Defaults to true."
     },
     "environment": {
      "$ref": "#/components/schemas/FlowEnvironment",
      "description": "Environment in which the flow is started and shows its work."
     },
     "goal": {
      "type": "string",
      "description": "Description of the task to complete."
     },
     "image": {
      "type": "string",
      "description": "Container image for running the flow as a CI job. Defaults to the image of the service."
     },
     "issue_id": {
      "type": "integer",
      "format": "int64",
      "description": "Issue to work on, by its number within the project (iid), not by its global id. Needs a project."
     },
     "merge_request_id": {
      "type": "integer",
      "format": "int64",
      "description": "Merge request to work on, by its number within the project (iid), not by its global id. Needs a project."
     },
     "namespace_id": {
      "type": "string",
      "minLength": 1,
      "description": "Namespace to work in, as its numeric id or its full path."
     },
     "pre_approved_agent_privileges": {
      "x-graph-name": "preApprovedAgentPrivilegeIds",
      "type": "array",
      "items": {
       "type": "integer",
       "format": "int64"
      },
      "description": "Ids of the privileges that the agents may use without approval. Each must be one of the agents' privileges."
     },
     "project_id": {
      "type": "string",
      "minLength": 1,
      "description": "Project to work on, as its numeric id or its full path."
     },
     "shallow_clone": {
      "type": "boolean",
      "default": true,
      "description": "Whether to clone the repository without its full history. Defaults to true."
     },
     "source_branch": {
      "type": "string",
      "description": "Branch to start from. Defaults to the default branch of the project."
     },
     "start_workflow": {
      "type": "boolean",
      "description": "Whether to start the flow immediately after its creation."
     },
     "workflow_definition": {
      "type": "string",
      "description": "Identifier of the type of the flow. Cannot be combined with a catalog item."
     }
    }
   },
   "GroupIntegration": {
    "type": "object",
    "description": "A connection of a group to a third-party tool, with the kinds of events that the tool receives.",
    "x-source": "document 2, section 2.4",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the integration. Mutations identify the integration by `group` and `tool`, `Query.groupIntegration` by the global id."
     },
     "title": {
      "type": "string",
      "description": "Display name of the integration."
     },
     "slug": {
      "type": "string",
      "description": "Identifier of the tool, such as `chat-a`. Lists can contain tools that this graph cannot configure.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the integration was first set up."
     },
     "updated_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the integration was last changed."
     },
     "active": {
      "type": "boolean",
      "description": "Whether the integration is enabled."
     },
     "inherited": {
      "type": "boolean",
      "description": "Whether the settings are inherited from a parent group or the instance."
     },
     "comment_on_event_enabled": {
      "type": "boolean",
      "description": "Whether the integration comments in the tool on events that mention its items."
     },
     "commit_events": {
      "type": "boolean",
      "description": "Whether the tool receives events of commits."
     },
     "push_events": {
      "type": "boolean",
      "description": "Whether the tool receives pushes to branches."
     },
     "issues_events": {
      "type": "boolean",
      "description": "Whether the tool receives events of issues."
     },
     "alert_events": {
      "type": "boolean",
      "description": "Whether the tool receives alerts."
     },
     "confidential_issues_events": {
      "type": "boolean",
      "description": "Whether the tool receives events of confidential issues."
     },
     "merge_requests_events": {
      "type": "boolean",
      "description": "Whether the tool receives events of merge requests."
     },
     "tag_push_events": {
      "type": "boolean",
      "description": "Whether the tool receives pushes of tags."
     },
     "deployment_events": {
      "type": "boolean",
      "description": "Whether the tool receives events of deployments."
     },
     "note_events": {
      "type": "boolean",
      "description": "Whether the tool receives comments."
     },
     "confidential_note_events": {
      "type": "boolean",
      "description": "Whether the tool receives comments on confidential issues."
     },
     "pipeline_events": {
      "type": "boolean",
      "description": "Whether the tool receives status changes of pipelines."
     },
     "wiki_page_events": {
      "type": "boolean",
      "description": "Whether the tool receives created and changed wiki pages."
     },
     "job_events": {
      "type": "boolean",
      "description": "Whether the tool receives status changes of jobs."
     },
     "vulnerability_events": {
      "type": "boolean",
      "description": "Whether the tool receives events of vulnerabilities; null outside the Enterprise edition."
     }
    }
   },
   "GroupIntegrationTool": {
    "type": "string",
    "x-in-response": true,
    "enum": [
     "task-tracker-a",
     "code-host-a",
     "ci-server-a",
     "issue-tracker-a",
     "ci-service-a",
     "chat-a",
     "issue-tracker-b",
     "wiki-a",
     "custom-issue-tracker",
     "monitoring-a",
     "test-gen-a",
     "chat-b",
     "ci-service-b",
     "chat-c",
     "chat-d",
     "chat-e",
     "issue-tracker-c"
    ],
    "description": "Third-party tools of group integrations, under neutral names.",
    "x-source": "document 2, section 4.3",
    "x-enum-descriptions": {
     "task-tracker-a": "A task tracker, in which the service comments on tasks.",
     "code-host-a": "A source code host, identified by a subdomain.",
     "ci-server-a": "A CI server with build plans and password authentication.",
     "issue-tracker-a": "An issue tracker with a URL for new issues.",
     "ci-service-a": "A CI service with token authentication and a project URL.",
     "chat-a": "A chat with rooms, identified by a subdomain.",
     "issue-tracker-b": "An issue tracker without a URL for new issues.",
     "wiki-a": "An external wiki.",
     "custom-issue-tracker": "Any other issue tracker.",
     "monitoring-a": "A monitoring tool, to which the service sends data.",
     "test-gen-a": "A test generator that requires a license.",
     "chat-b": "A chat with a webhook for each kind of event.",
     "ci-service-b": "A CI service with token authentication and a server URL.",
     "chat-c": "A chat with bots, rooms and threads.",
     "chat-d": "A chat with one webhook.",
     "chat-e": "Another chat with one webhook.",
     "issue-tracker-c": "Another issue tracker without a URL for new issues."
    }
   },
   "NotifiedBranches": {
    "type": "string",
    "enum": [
     "all",
     "default",
     "protected",
     "default_and_protected"
    ],
    "description": "Branches whose events a tool receives.",
    "x-source": "document 2, section 4.3",
    "x-enum-descriptions": {
     "all": "Every branch of each project.",
     "default": "Only the default branch of each project.",
     "protected": "Only the protected branches of each project.",
     "default_and_protected": "The default branch and the protected ones."
    }
   },
   "GroupIntegrationDetail": {
    "description": "Integration of a group with a third-party tool: the events that the tool receives, and its settings.",
    "x-source": "document 2, sections 2.4 and 4.3",
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "type": "object",
        "additionalProperties": true,
        "x-secret": true,
        "description": "Settings of the tool, beside the kinds of events."
       }
      }
     }
    ]
   },
   "TaskTrackerAIntegration": {
    "description": "The connection of a group to task tracker A, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/TaskTrackerASettings",
        "description": "Settings of task tracker A, beside the kinds of events."
       }
      }
     }
    ]
   },
   "TaskTrackerASettings": {
    "type": "object",
    "description": "Settings that connect a group to task tracker A.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "api_key": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "API token of a user of the task tracker, to whom comments are attributed."
     },
     "restrict_to_branch": {
      "type": [
       "string",
       "null"
      ],
      "x-comma-list": true,
      "description": "Branches to which the integration is limited; empty for all, null if not set. Named as in REST, although it is a list."
     }
    }
   },
   "SetTaskTrackerAIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to task tracker A.",
    "x-source": "document 2, section 4.3",
    "required": [
     "api_key"
    ],
    "properties": {
     "api_key": {
      "type": "string",
      "x-secret": true,
      "description": "API token of a user of the task tracker, to whom comments are attributed."
     },
     "restrict_to_branch": {
      "type": "string",
      "x-comma-list": true,
      "description": "Branches to which the integration is limited; empty for all. Named as in REST, although it is a list."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "CodeHostAIntegration": {
    "description": "The connection of a group to code host A, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/CodeHostASettings",
        "description": "Settings of code host A, beside the kinds of events."
       }
      }
     }
    ]
   },
   "CodeHostASettings": {
    "type": "object",
    "description": "Settings that connect a group to code host A.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "token": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Token with which the service signs in to the code host."
     },
     "subdomain": {
      "type": [
       "string",
       "null"
      ],
      "description": "Subdomain of the account on the code host; null if not set."
     }
    }
   },
   "SetCodeHostAIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to code host A.",
    "x-source": "document 2, section 4.3",
    "required": [
     "token"
    ],
    "properties": {
     "token": {
      "type": "string",
      "x-secret": true,
      "description": "Token with which the service signs in to the code host."
     },
     "subdomain": {
      "type": "string",
      "description": "Subdomain of the account on the code host."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "CiServerAIntegration": {
    "description": "The connection of a group to CI server A, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/CiServerASettings",
        "description": "Settings of CI server A, beside the kinds of events."
       }
      }
     }
    ]
   },
   "CiServerASettings": {
    "type": "object",
    "description": "Settings that connect a group to CI server A.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "server_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL at which the service reaches the CI server; null if not set."
     },
     "build_key": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Key of the build plan on the CI server."
     },
     "username": {
      "type": [
       "string",
       "null"
      ],
      "description": "Username with which the service signs in to the CI server; null if not set."
     },
     "password": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Password with which the service signs in to the CI server."
     },
     "enable_ssl_verification": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the TLS certificate of the CI server is checked; null if not set."
     }
    }
   },
   "SetCiServerAIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to CI server A.",
    "x-source": "document 2, section 4.3",
    "required": [
     "server_url",
     "build_key",
     "username",
     "password"
    ],
    "properties": {
     "server_url": {
      "type": "string",
      "format": "uri",
      "description": "URL at which the service reaches the CI server."
     },
     "build_key": {
      "type": "string",
      "x-secret": true,
      "description": "Key of the build plan on the CI server."
     },
     "username": {
      "type": "string",
      "description": "Username with which the service signs in to the CI server."
     },
     "password": {
      "type": "string",
      "x-secret": true,
      "description": "Password with which the service signs in to the CI server."
     },
     "enable_ssl_verification": {
      "type": "boolean",
      "default": true,
      "description": "Whether the TLS certificate of the CI server is checked. Defaults to true."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "IssueTrackerAIntegration": {
    "description": "The connection of a group to issue tracker A, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/IssueTrackerASettings",
        "description": "Settings of issue tracker A, beside the kinds of events."
       }
      }
     }
    ]
   },
   "IssueTrackerASettings": {
    "type": "object",
    "description": "Settings that connect a group to issue tracker A.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "new_issue_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the page to create an issue in issue tracker A; null if not set."
     },
     "issues_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL pattern for links to issues in issue tracker A; null if not set."
     },
     "project_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the project's page in issue tracker A; null if not set."
     }
    }
   },
   "SetIssueTrackerAIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to issue tracker A.",
    "x-source": "document 2, section 4.3",
    "required": [
     "new_issue_url",
     "issues_url",
     "project_url"
    ],
    "properties": {
     "new_issue_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the page to create an issue in issue tracker A."
     },
     "issues_url": {
      "type": "string",
      "description": "URL pattern for links to issues in issue tracker A."
     },
     "project_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the project's page in issue tracker A."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "CiServiceAIntegration": {
    "description": "The connection of a group to CI service A, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/CiServiceASettings",
        "description": "Settings of CI service A, beside the kinds of events."
       }
      }
     }
    ]
   },
   "CiServiceASettings": {
    "type": "object",
    "description": "Settings that connect a group to CI service A.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "token": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Token with which the service signs in to the CI service."
     },
     "project_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL that identifies the project in the CI service; null if not set."
     },
     "enable_ssl_verification": {
      "type": [
       "boolean",
       "null"
      ],
      "deprecated": true,
      "x-deprecation": "Has no effect: the certificate is always checked.",
      "description": "Stored value without effect: the TLS certificate of the CI service is always checked."
     }
    }
   },
   "SetCiServiceAIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to CI service A.",
    "x-source": "document 2, section 4.3",
    "required": [
     "token",
     "project_url"
    ],
    "properties": {
     "token": {
      "type": "string",
      "x-secret": true,
      "description": "Token with which the service signs in to the CI service."
     },
     "project_url": {
      "type": "string",
      "format": "uri",
      "description": "URL that identifies the project in the CI service."
     },
     "enable_ssl_verification": {
      "type": "boolean",
      "deprecated": true,
      "x-deprecation": "Has no effect. Leave it out.",
      "x-never-sent": true,
      "description": "Has no effect: the TLS certificate of the CI service is always checked."
     },
     "push_events": {
      "type": "boolean",
      "description": "Whether the CI service receives pushes to branches."
     },
     "merge_requests_events": {
      "type": "boolean",
      "description": "Whether the CI service receives events of merge requests."
     },
     "tag_push_events": {
      "type": "boolean",
      "description": "Whether the CI service receives pushes of tags."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "ChatAIntegration": {
    "description": "The connection of a group to chat A, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/ChatASettings",
        "description": "Settings of chat A, beside the kinds of events."
       }
      }
     }
    ]
   },
   "ChatASettings": {
    "type": "object",
    "description": "Settings that connect a group to chat A.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "token": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Token with which the service signs in to the chat."
     },
     "subdomain": {
      "type": [
       "string",
       "null"
      ],
      "description": "Subdomain of the account in the chat; null if not set."
     },
     "room": {
      "type": [
       "string",
       "null"
      ],
      "description": "Room of the chat that receives the messages; null if not set."
     }
    }
   },
   "SetChatAIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to chat A.",
    "x-source": "document 2, section 4.3",
    "required": [
     "token"
    ],
    "properties": {
     "token": {
      "type": "string",
      "x-secret": true,
      "description": "Token with which the service signs in to the chat."
     },
     "subdomain": {
      "type": "string",
      "description": "Subdomain of the account in the chat."
     },
     "room": {
      "type": "string",
      "description": "Room of the chat that receives the messages."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "IssueTrackerBIntegration": {
    "description": "The connection of a group to issue tracker B, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/IssueTrackerBSettings",
        "description": "Settings of issue tracker B, beside the kinds of events."
       }
      }
     }
    ]
   },
   "IssueTrackerBSettings": {
    "type": "object",
    "description": "Settings that connect a group to issue tracker B.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "issues_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL pattern for links to issues in issue tracker B; null if not set."
     },
     "project_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the project's page in issue tracker B; null if not set."
     }
    }
   },
   "SetIssueTrackerBIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to issue tracker B.",
    "x-source": "document 2, section 4.3",
    "required": [
     "issues_url",
     "project_url"
    ],
    "properties": {
     "issues_url": {
      "type": "string",
      "description": "URL pattern for links to issues in issue tracker B."
     },
     "project_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the project's page in issue tracker B."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "WikiAIntegration": {
    "description": "The connection of a group to wiki A, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/WikiASettings",
        "description": "Settings of wiki A, beside the kinds of events."
       }
      }
     }
    ]
   },
   "WikiASettings": {
    "type": "object",
    "description": "Settings that connect a group to wiki A.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "wiki_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the space in the wiki that the group uses; null if not set."
     }
    }
   },
   "SetWikiAIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to wiki A.",
    "x-source": "document 2, section 4.3",
    "required": [
     "wiki_url"
    ],
    "properties": {
     "wiki_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the space in the wiki that the group uses."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "CustomIssueTrackerIntegration": {
    "description": "The connection of a group to a custom issue tracker, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/CustomIssueTrackerSettings",
        "description": "Settings of a custom issue tracker, beside the kinds of events."
       }
      }
     }
    ]
   },
   "CustomIssueTrackerSettings": {
    "type": "object",
    "description": "Settings that connect a group to a custom issue tracker.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "new_issue_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the page to create an issue in the custom issue tracker; null if not set."
     },
     "issues_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL pattern for links to issues in the custom issue tracker; null if not set."
     },
     "project_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the project's page in the custom issue tracker; null if not set."
     }
    }
   },
   "SetCustomIssueTrackerIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to a custom issue tracker.",
    "x-source": "document 2, section 4.3",
    "required": [
     "new_issue_url",
     "issues_url",
     "project_url"
    ],
    "properties": {
     "new_issue_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the page to create an issue in the custom issue tracker."
     },
     "issues_url": {
      "type": "string",
      "description": "URL pattern for links to issues in the custom issue tracker."
     },
     "project_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the project's page in the custom issue tracker."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "MonitoringAIntegration": {
    "description": "The connection of a group to monitoring A, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/MonitoringASettings",
        "description": "Settings of monitoring A, beside the kinds of events."
       }
      }
     }
    ]
   },
   "MonitoringASettings": {
    "type": "object",
    "description": "Settings that connect a group to monitoring A.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "api_key": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "API key with which the service sends data to the monitoring tool."
     },
     "api_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "Full URL of the API of the monitoring tool, if it differs from that of the site; null if not set."
     },
     "monitoring_env": {
      "type": [
       "string",
       "null"
      ],
      "description": "Environment tag of all data sent to the monitoring tool; null if not set."
     },
     "monitoring_service": {
      "type": [
       "string",
       "null"
      ],
      "description": "Service tag of all data sent to the monitoring tool, to distinguish several instances; null if not set."
     },
     "monitoring_site": {
      "type": [
       "string",
       "null"
      ],
      "description": "Site of the monitoring tool to which the data is sent, as a host name; null if not set."
     },
     "monitoring_tags": {
      "type": [
       "string",
       "null"
      ],
      "description": "Further tags for the data, one `key:value` per line; null if not set."
     },
     "archive_trace_events": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether job logs are sent to the monitoring tool, too; null if not set."
     }
    }
   },
   "SetMonitoringAIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to monitoring A.",
    "x-source": "document 2, section 4.3",
    "required": [
     "api_key"
    ],
    "properties": {
     "api_key": {
      "type": "string",
      "x-secret": true,
      "description": "API key with which the service sends data to the monitoring tool."
     },
     "api_url": {
      "type": "string",
      "format": "uri",
      "description": "Full URL of the API of the monitoring tool, if it differs from that of the site."
     },
     "monitoring_env": {
      "type": "string",
      "description": "Environment tag of all data sent to the monitoring tool."
     },
     "monitoring_service": {
      "type": "string",
      "description": "Service tag of all data sent to the monitoring tool, to distinguish several instances."
     },
     "monitoring_site": {
      "type": "string",
      "description": "Site of the monitoring tool to which the data is sent, as a host name."
     },
     "monitoring_tags": {
      "type": "string",
      "description": "Further tags for the data, one `key:value` per line."
     },
     "archive_trace_events": {
      "type": "boolean",
      "description": "Whether job logs are sent to the monitoring tool, too."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "TestGenAIntegration": {
    "description": "The connection of a group to test generator A, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/TestGenASettings",
        "description": "Settings of test generator A, beside the kinds of events."
       }
      }
     }
    ]
   },
   "TestGenASettings": {
    "type": "object",
    "description": "Settings that connect a group to test generator A.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "test_gen_license_key": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "License key of the test generator."
     },
     "test_gen_access_token_name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the access token of the test generator for the service; null if not set."
     },
     "test_gen_access_token_secret": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Secret of the access token of the test generator for the service."
     }
    }
   },
   "SetTestGenAIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to test generator A.",
    "x-source": "document 2, section 4.3",
    "required": [
     "test_gen_license_key",
     "test_gen_access_token_name",
     "test_gen_access_token_secret"
    ],
    "properties": {
     "test_gen_license_key": {
      "type": "string",
      "x-secret": true,
      "description": "License key of the test generator."
     },
     "test_gen_access_token_name": {
      "type": "string",
      "description": "Name of the access token of the test generator for the service."
     },
     "test_gen_access_token_secret": {
      "type": "string",
      "x-secret": true,
      "description": "Secret of the access token of the test generator for the service."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "ChatBIntegration": {
    "description": "The connection of a group to chat B, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/ChatBSettings",
        "description": "Settings of chat B, beside the kinds of events."
       }
      }
     }
    ]
   },
   "ChatBSettings": {
    "type": "object",
    "description": "Settings that connect a group to chat B.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "webhook": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook of the chat for events without a webhook of their own."
     },
     "notify_only_broken_pipelines": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the chat is notified only of failed pipelines; null if not set."
     },
     "notify_only_when_pipeline_status_changes": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the chat is notified only of pipelines whose status differs from the previous pipeline's; null if not set."
     },
     "branches_to_be_notified": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/NotifiedBranches"
       },
       {
        "type": "null"
       }
      ],
      "description": "Branches whose pushes and pipelines trigger notifications; null if the integration is not set up."
     },
     "group_mentions_events": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the chat receives mentions of the group; null if not set."
     },
     "group_confidential_mentions_events": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the chat receives mentions of the group in confidential issues and comments; null if not set."
     },
     "confidential_issue_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for confidential issues, overriding the common one."
     },
     "confidential_note_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for comments on confidential issues, overriding the common one."
     },
     "deployment_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for deployments, overriding the common one."
     },
     "group_confidential_mentions_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for mentions of the group in confidential issues and comments, overriding the common one."
     },
     "group_mentions_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for mentions of the group, overriding the common one."
     },
     "issue_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for issues, overriding the common one."
     },
     "merge_request_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for merge requests, overriding the common one."
     },
     "note_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for comments, overriding the common one."
     },
     "pipeline_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for status changes of pipelines, overriding the common one."
     },
     "push_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for pushes to branches, overriding the common one."
     },
     "tag_push_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for pushes of tags, overriding the common one."
     },
     "wiki_page_channel": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook for created and changed wiki pages, overriding the common one."
     }
    }
   },
   "SetChatBIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to chat B.",
    "x-source": "document 2, section 4.3",
    "required": [
     "webhook"
    ],
    "properties": {
     "webhook": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook of the chat for events without a webhook of their own."
     },
     "notify_only_broken_pipelines": {
      "type": "boolean",
      "description": "Whether the chat is notified only of failed pipelines."
     },
     "notify_only_when_pipeline_status_changes": {
      "type": "boolean",
      "description": "Whether the chat is notified only of pipelines whose status differs from the previous pipeline's."
     },
     "branches_to_be_notified": {
      "$ref": "#/components/schemas/NotifiedBranches",
      "default": "default",
      "description": "Branches whose pushes and pipelines trigger notifications. Defaults to the default branch only."
     },
     "push_events": {
      "type": "boolean",
      "description": "Whether the chat receives pushes to branches."
     },
     "issues_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of issues."
     },
     "confidential_issues_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of confidential issues."
     },
     "merge_requests_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of merge requests."
     },
     "tag_push_events": {
      "type": "boolean",
      "description": "Whether the chat receives pushes of tags."
     },
     "note_events": {
      "type": "boolean",
      "description": "Whether the chat receives comments."
     },
     "confidential_note_events": {
      "type": "boolean",
      "description": "Whether the chat receives comments on confidential issues."
     },
     "pipeline_events": {
      "type": "boolean",
      "description": "Whether the chat receives status changes of pipelines."
     },
     "wiki_page_events": {
      "type": "boolean",
      "description": "Whether the chat receives created and changed wiki pages."
     },
     "deployment_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of deployments."
     },
     "group_mentions_events": {
      "type": "boolean",
      "description": "Whether the chat receives mentions of the group."
     },
     "group_confidential_mentions_events": {
      "type": "boolean",
      "description": "Whether the chat receives mentions of the group in confidential issues and comments."
     },
     "confidential_issue_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for confidential issues, overriding the common one."
     },
     "confidential_note_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for comments on confidential issues, overriding the common one."
     },
     "deployment_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for deployments, overriding the common one."
     },
     "group_confidential_mentions_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for mentions of the group in confidential issues and comments, overriding the common one."
     },
     "group_mentions_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for mentions of the group, overriding the common one."
     },
     "issue_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for issues, overriding the common one."
     },
     "merge_request_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for merge requests, overriding the common one."
     },
     "note_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for comments, overriding the common one."
     },
     "pipeline_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for status changes of pipelines, overriding the common one."
     },
     "push_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for pushes to branches, overriding the common one."
     },
     "tag_push_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for pushes of tags, overriding the common one."
     },
     "wiki_page_channel": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook for created and changed wiki pages, overriding the common one."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "CiServiceBIntegration": {
    "description": "The connection of a group to CI service B, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/CiServiceBSettings",
        "description": "Settings of CI service B, beside the kinds of events."
       }
      }
     }
    ]
   },
   "CiServiceBSettings": {
    "type": "object",
    "description": "Settings that connect a group to CI service B.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "token": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Token with which the service signs in to the CI service."
     },
     "server_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL at which the service reaches the CI service; null if not set."
     },
     "enable_ssl_verification": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the TLS certificate of the CI service is checked; null if not set."
     }
    }
   },
   "SetCiServiceBIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to CI service B.",
    "x-source": "document 2, section 4.3",
    "required": [
     "token",
     "server_url"
    ],
    "properties": {
     "token": {
      "type": "string",
      "x-secret": true,
      "description": "Token with which the service signs in to the CI service."
     },
     "server_url": {
      "type": "string",
      "format": "uri",
      "description": "URL at which the service reaches the CI service."
     },
     "enable_ssl_verification": {
      "type": "boolean",
      "default": true,
      "description": "Whether the TLS certificate of the CI service is checked. Defaults to true."
     },
     "push_events": {
      "type": "boolean",
      "description": "Whether the CI service receives pushes to branches."
     },
     "merge_requests_events": {
      "type": "boolean",
      "description": "Whether the CI service receives events of merge requests."
     },
     "tag_push_events": {
      "type": "boolean",
      "description": "Whether the CI service receives pushes of tags."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "ChatCIntegration": {
    "description": "The connection of a group to chat C, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/ChatCSettings",
        "description": "Settings of chat C, beside the kinds of events."
       }
      }
     }
    ]
   },
   "ChatCSettings": {
    "type": "object",
    "description": "Settings that connect a group to chat C.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "token": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Token of the bot that posts the messages."
     },
     "room": {
      "type": [
       "string",
       "null"
      ],
      "description": "Chat or channel that receives the messages, by its id or name; null if not set."
     },
     "hostname": {
      "type": [
       "string",
       "null"
      ],
      "description": "Custom API host of the chat; null for the public one."
     },
     "thread": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Id of the thread within the room that receives the messages; null for the room itself."
     },
     "notify_only_broken_pipelines": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the chat is notified only of failed pipelines; null if not set."
     },
     "notify_only_when_pipeline_status_changes": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the chat is notified only of pipelines whose status differs from the previous pipeline's; null if not set."
     },
     "branches_to_be_notified": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/NotifiedBranches"
       },
       {
        "type": "null"
       }
      ],
      "description": "Branches whose pushes and pipelines trigger notifications; null if the integration is not set up."
     }
    }
   },
   "SetChatCIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to chat C. Unlike those of other chats, they require all nine event flags.",
    "x-source": "document 2, section 4.3",
    "required": [
     "token",
     "room",
     "push_events",
     "issues_events",
     "confidential_issues_events",
     "merge_requests_events",
     "tag_push_events",
     "note_events",
     "confidential_note_events",
     "pipeline_events",
     "wiki_page_events"
    ],
    "properties": {
     "token": {
      "type": "string",
      "x-secret": true,
      "description": "Token of the bot that posts the messages."
     },
     "room": {
      "type": "string",
      "description": "Chat or channel that receives the messages, by its id or name."
     },
     "push_events": {
      "type": "boolean",
      "description": "Whether the chat receives pushes to branches."
     },
     "issues_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of issues."
     },
     "confidential_issues_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of confidential issues."
     },
     "merge_requests_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of merge requests."
     },
     "tag_push_events": {
      "type": "boolean",
      "description": "Whether the chat receives pushes of tags."
     },
     "note_events": {
      "type": "boolean",
      "description": "Whether the chat receives comments."
     },
     "confidential_note_events": {
      "type": "boolean",
      "description": "Whether the chat receives comments on confidential issues."
     },
     "pipeline_events": {
      "type": "boolean",
      "description": "Whether the chat receives status changes of pipelines."
     },
     "wiki_page_events": {
      "type": "boolean",
      "description": "Whether the chat receives created and changed wiki pages."
     },
     "hostname": {
      "type": "string",
      "description": "Custom API host of the chat. Defaults to the public API of the chat."
     },
     "thread": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the thread within the room that receives the messages. Defaults to the room itself."
     },
     "notify_only_broken_pipelines": {
      "type": "boolean",
      "description": "Whether the chat is notified only of failed pipelines."
     },
     "notify_only_when_pipeline_status_changes": {
      "type": "boolean",
      "description": "Whether the chat is notified only of pipelines whose status differs from the previous pipeline's."
     },
     "branches_to_be_notified": {
      "$ref": "#/components/schemas/NotifiedBranches",
      "default": "default",
      "description": "Branches whose pushes and pipelines trigger notifications. Defaults to the default branch only."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "ChatDIntegration": {
    "description": "The connection of a group to chat D, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/ChatDSettings",
        "description": "Settings of chat D, beside the kinds of events."
       }
      }
     }
    ]
   },
   "ChatDSettings": {
    "type": "object",
    "description": "Settings that connect a group to chat D.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "webhook": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook of the chat that receives the messages."
     },
     "notify_only_broken_pipelines": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the chat is notified only of failed pipelines; null if not set."
     },
     "notify_only_when_pipeline_status_changes": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the chat is notified only of pipelines whose status differs from the previous pipeline's; null if not set."
     },
     "branches_to_be_notified": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/NotifiedBranches"
       },
       {
        "type": "null"
       }
      ],
      "description": "Branches whose pushes and pipelines trigger notifications; null if the integration is not set up."
     }
    }
   },
   "SetChatDIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to chat D.",
    "x-source": "document 2, section 4.3",
    "required": [
     "webhook"
    ],
    "properties": {
     "webhook": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook of the chat that receives the messages."
     },
     "notify_only_broken_pipelines": {
      "type": "boolean",
      "description": "Whether the chat is notified only of failed pipelines."
     },
     "notify_only_when_pipeline_status_changes": {
      "type": "boolean",
      "description": "Whether the chat is notified only of pipelines whose status differs from the previous pipeline's."
     },
     "branches_to_be_notified": {
      "$ref": "#/components/schemas/NotifiedBranches",
      "default": "default",
      "description": "Branches whose pushes and pipelines trigger notifications. Defaults to the default branch only."
     },
     "push_events": {
      "type": "boolean",
      "description": "Whether the chat receives pushes to branches."
     },
     "issues_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of issues."
     },
     "confidential_issues_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of confidential issues."
     },
     "merge_requests_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of merge requests."
     },
     "tag_push_events": {
      "type": "boolean",
      "description": "Whether the chat receives pushes of tags."
     },
     "note_events": {
      "type": "boolean",
      "description": "Whether the chat receives comments."
     },
     "confidential_note_events": {
      "type": "boolean",
      "description": "Whether the chat receives comments on confidential issues."
     },
     "pipeline_events": {
      "type": "boolean",
      "description": "Whether the chat receives status changes of pipelines."
     },
     "wiki_page_events": {
      "type": "boolean",
      "description": "Whether the chat receives created and changed wiki pages."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "ChatEIntegration": {
    "description": "The connection of a group to chat E, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/ChatESettings",
        "description": "Settings of chat E, beside the kinds of events."
       }
      }
     }
    ]
   },
   "ChatESettings": {
    "type": "object",
    "description": "Settings that connect a group to chat E.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "webhook": {
      "type": [
       "string",
       "null"
      ],
      "x-secret": true,
      "x-masked": true,
      "description": "Webhook of the chat space that receives the messages."
     },
     "notify_only_broken_pipelines": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the chat is notified only of failed pipelines; null if not set."
     },
     "notify_only_when_pipeline_status_changes": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the chat is notified only of pipelines whose status differs from the previous pipeline's; null if not set."
     },
     "branches_to_be_notified": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/NotifiedBranches"
       },
       {
        "type": "null"
       }
      ],
      "description": "Branches whose pushes and pipelines trigger notifications; null if the integration is not set up."
     }
    }
   },
   "SetChatEIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to chat E.",
    "x-source": "document 2, section 4.3",
    "required": [
     "webhook"
    ],
    "properties": {
     "webhook": {
      "type": "string",
      "x-secret": true,
      "description": "Webhook of the chat space that receives the messages."
     },
     "notify_only_broken_pipelines": {
      "type": "boolean",
      "description": "Whether the chat is notified only of failed pipelines."
     },
     "notify_only_when_pipeline_status_changes": {
      "type": "boolean",
      "description": "Whether the chat is notified only of pipelines whose status differs from the previous pipeline's."
     },
     "branches_to_be_notified": {
      "$ref": "#/components/schemas/NotifiedBranches",
      "default": "default",
      "description": "Branches whose pushes and pipelines trigger notifications. Defaults to the default branch only."
     },
     "push_events": {
      "type": "boolean",
      "description": "Whether the chat receives pushes to branches."
     },
     "issues_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of issues."
     },
     "confidential_issues_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of confidential issues."
     },
     "merge_requests_events": {
      "type": "boolean",
      "description": "Whether the chat receives events of merge requests."
     },
     "tag_push_events": {
      "type": "boolean",
      "description": "Whether the chat receives pushes of tags."
     },
     "note_events": {
      "type": "boolean",
      "description": "Whether the chat receives comments."
     },
     "confidential_note_events": {
      "type": "boolean",
      "description": "Whether the chat receives comments on confidential issues."
     },
     "pipeline_events": {
      "type": "boolean",
      "description": "Whether the chat receives status changes of pipelines."
     },
     "wiki_page_events": {
      "type": "boolean",
      "description": "Whether the chat receives created and changed wiki pages."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "IssueTrackerCIntegration": {
    "description": "The connection of a group to issue tracker C, with its settings.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupIntegration"
     },
     {
      "type": "object",
      "properties": {
       "properties": {
        "$ref": "#/components/schemas/IssueTrackerCSettings",
        "description": "Settings of issue tracker C, beside the kinds of events."
       }
      }
     }
    ]
   },
   "IssueTrackerCSettings": {
    "type": "object",
    "description": "Settings that connect a group to issue tracker C.",
    "x-source": "document 2, section 4.3",
    "x-assumed": true,
    "properties": {
     "issues_url": {
      "type": [
       "string",
       "null"
      ],
      "description": "URL pattern for links to issues in issue tracker C; null if not set."
     },
     "project_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the project's page in issue tracker C; null if not set."
     }
    }
   },
   "SetIssueTrackerCIntegrationBody": {
    "type": "object",
    "additionalProperties": false,
    "x-required-unless": "use_inherited_settings",
    "description": "Settings that connect a group to issue tracker C.",
    "x-source": "document 2, section 4.3",
    "required": [
     "issues_url",
     "project_url"
    ],
    "properties": {
     "issues_url": {
      "type": "string",
      "description": "URL pattern for links to issues in issue tracker C."
     },
     "project_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the project's page in issue tracker C."
     },
     "use_inherited_settings": {
      "type": "boolean",
      "default": false,
      "description": "Whether the group takes the settings of its parent group or the instance instead of having its own."
     }
    }
   },
   "GroupScope": {
    "type": "string",
    "enum": [
     "owned",
     "member",
     "available"
    ],
    "description": "Relation of the caller to the listed groups.",
    "x-source": "document 2, section 4.4",
    "x-enum-descriptions": {
     "owned": "Groups that the caller owns.",
     "member": "Groups that the caller belongs to.",
     "available": "All groups that the caller may see."
    }
   },
   "MinAccessLevelFilter": {
    "allOf": [
     {
      "$ref": "#/components/schemas/AccessLevel"
     }
    ],
    "enum": [
     5,
     10,
     15,
     20,
     25,
     30,
     40,
     50
    ],
    "description": "Minimum role of the caller in a group, for filters.",
    "x-source": "document 2, section 4.4"
   },
   "GroupShareAccessLevelInput": {
    "allOf": [
     {
      "$ref": "#/components/schemas/AccessLevel"
     }
    ],
    "enum": [
     5,
     10,
     15,
     20,
     25,
     30,
     40,
     50
    ],
    "description": "Maximum role that members of an invited group get in the shared one.",
    "x-source": "document 2, section 4.4"
   },
   "GroupOrderField": {
    "type": "string",
    "enum": [
     "name",
     "path",
     "id",
     "similarity"
    ],
    "description": "Attributes by which a list of groups can be ordered.",
    "x-source": "document 2, section 4.4",
    "x-enum-descriptions": {
     "name": "By the name of the group, in alphabetical order.",
     "path": "By the last segment of the group's path.",
     "id": "By the numeric id of the group.",
     "similarity": "By how well the group matches `search`, the best match first in either direction. Without `search`, the service chooses the order."
    }
   },
   "GroupGitAccessProtocol": {
    "type": "string",
    "enum": [
     "ssh",
     "http",
     "all"
    ],
    "description": "Protocols for Git access to the repositories of a group.",
    "x-source": "document 2, section 2.5",
    "x-enum-descriptions": {
     "ssh": "Only SSH.",
     "http": "Only HTTP or HTTPS.",
     "all": "Both SSH and HTTP(S)."
    }
   },
   "GroupProjectCreationLevel": {
    "type": "string",
    "enum": [
     "noone",
     "maintainer",
     "developer"
    ],
    "description": "Minimum role for creating projects in a group.",
    "x-source": "document 2, section 4.4",
    "x-enum-descriptions": {
     "noone": "No role may create projects in the group.",
     "maintainer": "Maintainers and Owners may create projects.",
     "developer": "Developers, Maintainers and Owners may create projects."
    }
   },
   "GroupSubgroupCreationLevel": {
    "type": "string",
    "enum": [
     "owner",
     "maintainer"
    ],
    "description": "Minimum role for creating subgroups in a group.",
    "x-source": "document 2, section 4.4",
    "x-enum-descriptions": {
     "owner": "Only Owners may create subgroups.",
     "maintainer": "Maintainers and Owners may create subgroups."
    }
   },
   "GroupSharedRunnersSetting": {
    "type": "string",
    "enum": [
     "enabled",
     "disabled_and_overridable",
     "disabled_and_unoverridable",
     "disabled_with_override"
    ],
    "description": "Whether projects and subgroups of a group may use instance runners.",
    "x-source": "document 2, section 4.4",
    "x-enum-descriptions": {
     "enabled": "On for all projects and subgroups.",
     "disabled_and_overridable": "Off, but subgroups and projects may turn it on.",
     "disabled_and_unoverridable": "Off, and subgroups and projects may not turn it on.",
     "disabled_with_override": "Older value for off, but subgroups and projects may turn it on."
    },
    "x-enum-deprecations": {
     "disabled_with_override": "Use `DISABLED_AND_OVERRIDABLE`."
    }
   },
   "GroupWikiAccessLevel": {
    "type": "string",
    "enum": [
     "disabled",
     "private",
     "enabled"
    ],
    "description": "Users who may access the wiki of a group.",
    "x-source": "document 2, section 4.4",
    "x-enum-descriptions": {
     "disabled": "The group has no wiki.",
     "private": "Only members of the group may use the wiki.",
     "enabled": "Everyone who can see the group may use the wiki."
    }
   },
   "AssistantAvailability": {
    "type": "string",
    "enum": [
     "default_on",
     "default_off",
     "never_on"
    ],
    "description": "Availability of the AI assistant in a group.",
    "x-source": "document 2, section 2.5",
    "x-enum-descriptions": {
     "default_on": "On, but subgroups and projects may turn it off.",
     "default_off": "Off, but subgroups and projects may turn it on.",
     "never_on": "Off, and subgroups and projects may not turn them on."
    }
   },
   "GroupAttributes": {
    "type": "object",
    "description": "The attributes of a group that every response contains. The storage figures come only where they were asked for, by an administrator.",
    "x-source": "document 2, section 2.5",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the group, unique on the instance.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the group, without its ancestor groups.",
      "x-never-null": true
     },
     "path": {
      "type": "string",
      "description": "Last segment of the group's full path, unique in its parent group.",
      "x-never-null": true
     },
     "description": {
      "type": "string",
      "description": "Free text about the group."
     },
     "visibility": {
      "$ref": "#/components/schemas/Visibility",
      "description": "Users who may see the group.",
      "x-never-null": true
     },
     "avatar_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the group's avatar; null if the group has none."
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the group's page.",
      "x-never-null": true
     },
     "request_access_enabled": {
      "type": "boolean",
      "description": "Whether users may request access to the group."
     },
     "repository_storage": {
      "type": "string",
      "description": "Name of the storage that contains the group's repositories."
     },
     "full_name": {
      "type": "string",
      "description": "Name of the group, preceded by the names of its ancestor groups.",
      "x-never-null": true
     },
     "full_path": {
      "type": "string",
      "description": "Path of the group with its ancestor groups, separated by slashes: the full path that inputs accept.",
      "x-never-null": true
     },
     "file_template_project_id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the project that holds file templates for the group."
     },
     "parent_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Id of the group right above; null for a top-level group."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the group was created."
     },
     "ip_restriction_ranges": {
      "type": [
       "string",
       "null"
      ],
      "x-comma-list": true,
      "description": "IP addresses or subnets from which the group may be used; null if it may be used from anywhere."
     },
     "share_with_group_lock": {
      "type": "boolean",
      "description": "Whether projects of the group cannot be shared with other groups."
     },
     "require_two_factor_authentication": {
      "type": "boolean",
      "description": "Whether members must use two-factor authentication."
     },
     "two_factor_grace_period": {
      "type": "integer",
      "description": "Hours within which members must set up two-factor authentication."
     },
     "project_creation_level": {
      "$ref": "#/components/schemas/GroupProjectCreationLevel",
      "description": "Minimum role for creating projects in the group."
     },
     "auto_devops_enabled": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether projects without a CI/CD configuration run the Auto DevOps pipeline; null if the group inherits the setting."
     },
     "subgroup_creation_level": {
      "$ref": "#/components/schemas/GroupSubgroupCreationLevel",
      "description": "Minimum role for creating subgroups."
     },
     "emails_disabled": {
      "type": [
       "boolean",
       "null"
      ],
      "deprecated": true,
      "x-deprecation": "Use emails_enabled.",
      "description": "Whether email notifications are off for the group; null if it leaves that to the group above."
     },
     "emails_enabled": {
      "type": [
       "boolean",
       "null"
      ],
      "x-fallback": {
       "attribute": "emails_disabled",
       "negated": true
      },
      "description": "Whether email notifications are enabled for the group; null if the group inherits the setting."
     },
     "mentions_disabled": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether mentions of the group send no notifications; null if never set."
     },
     "lfs_enabled": {
      "type": "boolean",
      "description": "Whether projects of the group may use Git LFS."
     },
     "default_branch": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the default branch of new projects; null if the instance's setting applies."
     },
     "default_branch_protection": {
      "x-extra": true,
      "type": "integer",
      "deprecated": true,
      "x-deprecation": "Use default_branch_protection_defaults.",
      "description": "How strongly the default branch of new projects is protected, as a number from 0 (not at all) upwards."
     },
     "default_branch_protection_defaults": {
      "$ref": "#/components/schemas/DefaultBranchProtection",
      "description": "Protection of the default branch of new projects."
     },
     "statistics": {
      "$ref": "#/components/schemas/GroupStatistics",
      "x-on-request": "statistics",
      "description": "Storage use of the group. Only lists of groups contain it. Administrators only; null otherwise."
     },
     "root_storage_statistics": {
      "$ref": "#/components/schemas/GroupRootStorageStatistics",
      "x-on-request": "statistics",
      "description": "Storage use of a top-level group with all its subgroups and projects. Only lists of groups contain it. Administrators only; null otherwise."
     }
    }
   },
   "GroupListItem": {
    "description": "A group as lists give it, and with custom attributes where an administrator asked for them.",
    "x-source": "document 2, section 2.5",
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupAttributes"
     },
     {
      "type": "object",
      "properties": {
       "custom_attributes": {
        "type": "array",
        "x-on-request": "with_custom_attributes",
        "description": "Custom attributes of the group. Administrators only; null for others.",
        "x-source": "document 2, section 4.4",
        "items": {
         "$ref": "#/components/schemas/CustomAttribute"
        }
       }
      }
     }
    ]
   },
   "ChangedGroup": {
    "description": "A group with its settings, as the response to a change contains it.",
    "x-source": "document 2, section 4.4",
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupAttributes"
     },
     {
      "$ref": "#/components/schemas/GroupSettings"
     }
    ]
   },
   "Group": {
    "description": "A group, which contains projects and subgroups.",
    "x-source": "document 2, section 2.5",
    "allOf": [
     {
      "$ref": "#/components/schemas/GroupListItem"
     },
     {
      "$ref": "#/components/schemas/GroupSettings"
     }
    ]
   },
   "GroupSettings": {
    "type": "object",
    "description": "Settings of a group, which lists do not carry.",
    "x-source": "document 2, section 2.5",
    "properties": {
     "runners_token": {
      "type": "string",
      "x-secret": true,
      "description": "Secret token for registering runners of the group. Administrators and Owners only; null for others."
     },
     "enabled_git_access_protocol": {
      "$ref": "#/components/schemas/GroupGitAccessProtocol",
      "description": "Protocols for Git access to the group's repositories. Administrators and Owners only; null for others."
     },
     "shared_with_groups": {
      "type": "array",
      "description": "Groups with which the group is shared, with the role of their members and the end of the access.",
      "items": {
       "$ref": "#/components/schemas/GroupShare"
      }
     },
     "prevent_sharing_groups_outside_hierarchy": {
      "type": "boolean",
      "description": "Whether subgroups of the group cannot be shared with groups outside of it. Top-level groups only; null for others."
     },
     "only_allow_merge_if_pipeline_succeeds": {
      "type": "boolean",
      "description": "Whether merge requests of the group can be merged only if their pipeline succeeded."
     },
     "allow_merge_on_skipped_pipeline": {
      "type": "boolean",
      "description": "Whether a skipped pipeline counts as successful. Only effective with `onlyAllowMergeIfPipelineSucceeds`."
     },
     "only_allow_merge_if_all_discussions_are_resolved": {
      "type": "boolean",
      "description": "Whether merge requests of the group can be merged only if all their threads are resolved."
     },
     "allow_personal_snippets": {
      "type": "boolean",
      "description": "Whether users of the group may create personal snippets. Only the payload of `groupUpdate` is certain to contain it."
     },
     "projects": {
      "type": "array",
      "maxItems": 100,
      "deprecated": true,
      "x-deprecation": "Use projects. To be removed in v5 of the REST interface.",
      "description": "Projects of the group, at most 100 of them.",
      "items": {
       "$ref": "#/components/schemas/Project"
      }
     },
     "shared_projects": {
      "type": "array",
      "maxItems": 100,
      "deprecated": true,
      "x-deprecation": "Has no replacement in this graph. To be removed in v5 of the REST interface.",
      "description": "Projects of other namespaces shared with the group, at most 100 of them.",
      "items": {
       "$ref": "#/components/schemas/Project"
      }
     },
     "math_rendering_limits_enabled": {
      "type": "boolean",
      "description": "Whether limits apply to the rendering of math in the group."
     },
     "lock_math_rendering_limits_enabled": {
      "type": "boolean",
      "description": "Whether all subgroups must use the group's `mathRenderingLimitsEnabled`."
     },
     "shared_runners_minutes_limit": {
      "type": [
       "integer",
       "null"
      ],
      "description": "Compute minutes per month on instance runners; 0 for unlimited, null if inherited. Premium and Ultimate.",
      "x-source": "document 2, sections 2.5 and 4.4"
     },
     "extra_shared_runners_minutes_limit": {
      "type": "integer",
      "description": "Compute minutes purchased in addition to the monthly ones. Premium and Ultimate; null in other tiers."
     },
     "marked_for_deletion_on": {
      "type": "string",
      "format": "date",
      "description": "Day on which the group was marked for deletion; null if it was not. Premium and Ultimate."
     },
     "membership_lock": {
      "type": "boolean",
      "description": "Whether users cannot be added to projects of the group. Premium and Ultimate; null in other tiers."
     },
     "wiki_access_level": {
      "$ref": "#/components/schemas/GroupWikiAccessLevel",
      "description": "Access to the group's wiki. Premium and Ultimate; null in other tiers."
     },
     "assistant_features_enabled": {
      "type": "boolean",
      "description": "Whether features of the AI assistant are enabled in the group. Premium and Ultimate; null in other tiers."
     },
     "lock_assistant_features_enabled": {
      "type": "boolean",
      "description": "Whether all subgroups must use the group's `assistantFeaturesEnabled`. Premium and Ultimate; null in other tiers."
     },
     "assistant_availability": {
      "$ref": "#/components/schemas/AssistantAvailability",
      "description": "Availability of the AI assistant, and whether subgroups can override it. Premium and Ultimate; null in other tiers."
     },
     "experiment_features_enabled": {
      "type": "boolean",
      "description": "Whether experimental and beta features are enabled in the group. Premium and Ultimate; null in other tiers."
     },
     "shared_runners_setting": {
      "$ref": "#/components/schemas/GroupSharedRunnersSetting",
      "x-assumed": true,
      "description": "Whether projects and subgroups may use instance runners; null if the response lacks it."
     },
     "max_artifacts_size": {
      "type": [
       "integer",
       "null"
      ],
      "x-assumed": true,
      "description": "Maximum size of one job's artifacts in megabytes; null if the limit of the parent group or instance applies."
     },
     "allowed_email_domains_list": {
      "type": [
       "string",
       "null"
      ],
      "x-assumed": true,
      "x-comma-list": true,
      "description": "Email domains that members' addresses must belong to; null if any domain is accepted."
     },
     "prevent_forking_outside_group": {
      "type": [
       "boolean",
       "null"
      ],
      "x-assumed": true,
      "description": "Whether projects of the group cannot be forked outside the group; null if never set."
     },
     "step_up_auth_required_oauth_provider": {
      "type": [
       "string",
       "null"
      ],
      "x-assumed": true,
      "description": "Name of the sign-in provider at which members must authenticate again to use the group; null or empty if none is required."
     },
     "web_based_commit_signing_enabled": {
      "type": [
       "boolean",
       "null"
      ],
      "x-assumed": true,
      "description": "Whether commits made in the web interface are signed; null if the service does not offer it."
     },
     "auto_ban_user_on_excessive_projects_download": {
      "type": [
       "boolean",
       "null"
      ],
      "x-assumed": true,
      "description": "Whether users who download more projects than the limit allows are banned from the group; null if the caller may not see it."
     },
     "unique_project_download_limit": {
      "type": [
       "integer",
       "null"
      ],
      "x-assumed": true,
      "description": "Maximum number of different projects that a user may download in the interval before the user is reported; 0 for no limit; null if the caller may not see it."
     },
     "unique_project_download_limit_interval_in_seconds": {
      "type": [
       "integer",
       "null"
      ],
      "x-assumed": true,
      "description": "Interval in which downloaded projects are counted, in seconds; null if the caller may not see it."
     },
     "unique_project_download_limit_allowlist": {
      "type": [
       "array",
       "null"
      ],
      "x-assumed": true,
      "description": "Usernames of users to whom the download limit does not apply; null if the caller may not see them.",
      "items": {
       "type": "string"
      }
     },
     "unique_project_download_limit_alertlist": {
      "type": [
       "array",
       "null"
      ],
      "x-assumed": true,
      "description": "Ids of users who are notified when a user exceeds the download limit; null if the caller may not see them.",
      "items": {
       "type": "integer",
       "format": "int64"
      }
     },
     "organization_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "x-assumed": true,
      "description": "Id of the group's organization; null if the service has no organizations."
     },
     "service_access_tokens_expiration_enforced": {
      "type": [
       "boolean",
       "null"
      ],
      "x-assumed": true,
      "description": "Whether tokens of the group's service accounts must have an expiry date; null if the service does not offer it."
     },
     "ldap_group_links": {
      "type": [
       "array",
       "null"
      ],
      "x-assumed": true,
      "description": "Links to directory groups whose members get access to the group; null if the service uses no directory.",
      "items": {
       "$ref": "#/components/schemas/GroupLdapLink"
      }
     },
     "ldap_cn": {
      "type": [
       "string",
       "null"
      ],
      "x-assumed": true,
      "description": "Common name of the directory group that is synced with the group; null without directory sync."
     },
     "ldap_access": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/AccessLevel"
       },
       {
        "type": "null"
       }
      ],
      "x-assumed": true,
      "description": "Role of members from the directory group of `ldapCn`; null without directory sync."
     }
    }
   },
   "GroupLdapLink": {
    "type": "object",
    "description": "Link of a group to a directory group, whose members get access to the group.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "cn": {
      "type": [
       "string",
       "null"
      ],
      "description": "Common name of the directory group; null if `filter` selects the users."
     },
     "group_access": {
      "$ref": "#/components/schemas/AccessLevel",
      "x-graph-name": "groupAccessLevel",
      "description": "Role of the linked directory users in the group.",
      "x-never-null": true
     },
     "provider": {
      "type": "string",
      "description": "Name of the directory in the configuration of the service.",
      "x-never-null": true
     },
     "filter": {
      "type": [
       "string",
       "null"
      ],
      "description": "Filter that selects users of the directory; null if `cn` selects a directory group."
     }
    }
   },
   "GroupShare": {
    "type": "object",
    "description": "Share of a group with an invited group, whose members get access to it.",
    "x-source": "document 2, section 2.5",
    "properties": {
     "group_id": {
      "type": "integer",
      "format": "int64",
      "x-never-shown": true,
      "description": "Numeric id of the invited group.",
      "x-never-null": true
     },
     "group_name": {
      "type": "string",
      "description": "Name of the invited group.",
      "x-never-null": true
     },
     "group_full_path": {
      "type": "string",
      "description": "Full path of the invited group.",
      "x-never-null": true
     },
     "group_access_level": {
      "$ref": "#/components/schemas/AccessLevel",
      "description": "Maximum role that members of the invited group get in the shared one.",
      "x-never-null": true
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date",
      "x-graph-name": "expiresOn",
      "description": "Day on which the access ends; null for no end."
     }
    }
   },
   "DefaultBranchProtection": {
    "type": "object",
    "description": "Protection of the default branch of new projects in a group.",
    "x-source": "document 2, section 2.5",
    "properties": {
     "allowed_to_push": {
      "type": "array",
      "description": "The roles that may push to the branch.",
      "items": {
       "$ref": "#/components/schemas/DefaultBranchProtectionAccess"
      }
     },
     "allowed_to_merge": {
      "type": "array",
      "description": "The roles that may merge into the branch.",
      "items": {
       "$ref": "#/components/schemas/DefaultBranchProtectionAccess"
      }
     },
     "allow_force_push": {
      "type": "boolean",
      "description": "Whether users who may push may also force-push."
     }
    }
   },
   "DefaultBranchProtectionAccess": {
    "type": "object",
    "description": "A role with a permission on a protected branch.",
    "x-source": "document 2, section 2.5",
    "properties": {
     "access_level": {
      "$ref": "#/components/schemas/AccessLevel",
      "description": "Lowest role that has the permission on the branch; `NO_ACCESS` if no role has it.",
      "x-never-null": true
     }
    }
   },
   "GroupStatistics": {
    "type": "object",
    "description": "Storage use of a group, in bytes, by purpose.",
    "x-source": "document 2, section 2.5",
    "properties": {
     "storage_size": {
      "type": "integer",
      "format": "int64",
      "description": "Total bytes used.",
      "x-never-null": true
     },
     "repository_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by Git repositories.",
      "x-never-null": true
     },
     "wiki_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by wikis.",
      "x-never-null": true
     },
     "lfs_objects_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by Git LFS objects.",
      "x-never-null": true
     },
     "job_artifacts_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by artifacts of jobs.",
      "x-never-null": true
     },
     "pipeline_artifacts_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by artifacts of pipelines."
     },
     "packages_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by the package registry."
     },
     "snippets_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by project snippets."
     },
     "uploads_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by uploaded files."
     }
    }
   },
   "GroupRootStorageStatistics": {
    "type": "object",
    "description": "Storage use of a top-level group with all its subgroups and projects, in bytes, by purpose.",
    "x-source": "document 2, section 2.5",
    "properties": {
     "build_artifacts_size": {
      "type": "integer",
      "format": "int64",
      "x-graph-name": "jobArtifactsSize",
      "description": "Bytes used by artifacts of jobs.",
      "x-never-null": true
     },
     "container_registry_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by container images; null unless the registry uses the metadata database."
     },
     "container_registry_size_is_estimated": {
      "type": "boolean",
      "description": "Whether the size of the container images is an estimate (true) or exact (false); null unless the registry uses the metadata database."
     },
     "dependency_proxy_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by images that the dependency proxy cached.",
      "x-never-null": true
     },
     "lfs_objects_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by Git LFS objects.",
      "x-never-null": true
     },
     "packages_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by the package registry.",
      "x-never-null": true
     },
     "pipeline_artifacts_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by artifacts of pipelines.",
      "x-never-null": true
     },
     "repository_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by Git repositories.",
      "x-never-null": true
     },
     "snippets_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by project snippets.",
      "x-never-null": true
     },
     "storage_size": {
      "type": "integer",
      "format": "int64",
      "description": "Total bytes used.",
      "x-never-null": true
     },
     "uploads_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by uploaded files.",
      "x-never-null": true
     },
     "wiki_size": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes used by wikis.",
      "x-never-null": true
     }
    }
   },
   "UpdateGroupBody": {
    "type": "object",
    "description": "Settings of a group to change; what is absent stays as it is.",
    "x-source": "document 2, sections 4.4 and 8",
    "additionalProperties": false,
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "description": "New name of the group, without its ancestor groups."
     },
     "path": {
      "type": "string",
      "minLength": 1,
      "description": "New last segment of the group's path. It changes the URLs of the group and its projects."
     },
     "description": {
      "type": "string",
      "description": "Free text about the group; empty for none."
     },
     "default_branch": {
      "type": "string",
      "description": "Name of the default branch of new projects."
     },
     "enabled_git_access_protocol": {
      "$ref": "#/components/schemas/GroupGitAccessProtocol",
      "description": "Protocols for Git access to the group's repositories."
     },
     "project_creation_level": {
      "$ref": "#/components/schemas/GroupProjectCreationLevel",
      "description": "Minimum role for creating projects in the group."
     },
     "subgroup_creation_level": {
      "$ref": "#/components/schemas/GroupSubgroupCreationLevel",
      "description": "Minimum role for creating subgroups."
     },
     "visibility": {
      "$ref": "#/components/schemas/Visibility",
      "description": "New visibility of the group."
     },
     "shared_runners_setting": {
      "$ref": "#/components/schemas/GroupSharedRunnersSetting",
      "description": "Whether projects and subgroups may use instance runners."
     },
     "step_up_auth_required_oauth_provider": {
      "type": "string",
      "description": "Name of the sign-in provider at which members must authenticate again to use the group; empty disables it."
     },
     "wiki_access_level": {
      "$ref": "#/components/schemas/GroupWikiAccessLevel",
      "description": "Access to the group's wiki. Premium and Ultimate."
     },
     "assistant_availability": {
      "$ref": "#/components/schemas/AssistantAvailability",
      "description": "Availability of the AI assistant, and whether subgroups can override it. Premium and Ultimate."
     },
     "ip_restriction_ranges": {
      "type": "string",
      "x-comma-list": true,
      "description": "All IP addresses or subnets from which the group may be used."
     },
     "allowed_email_domains_list": {
      "type": "string",
      "x-comma-list": true,
      "description": "All email domains that members' addresses may belong to."
     },
     "auto_devops_enabled": {
      "type": "boolean",
      "description": "Whether projects without a CI/CD configuration run the Auto DevOps pipeline."
     },
     "emails_disabled": {
      "type": "boolean",
      "deprecated": true,
      "x-deprecation": "Use emails_enabled.",
      "x-never-sent": true,
      "description": "Whether email notifications are off for the group."
     },
     "emails_enabled": {
      "type": "boolean",
      "description": "Whether email notifications are enabled for the group."
     },
     "lfs_enabled": {
      "type": "boolean",
      "description": "Whether projects of the group may use Git LFS."
     },
     "mentions_disabled": {
      "type": "boolean",
      "description": "Whether mentions of the group send no notifications."
     },
     "prevent_sharing_groups_outside_hierarchy": {
      "type": "boolean",
      "description": "Whether subgroups of the group cannot be shared with groups outside of it. Top-level groups only."
     },
     "request_access_enabled": {
      "type": "boolean",
      "description": "Whether users may request access to the group."
     },
     "require_two_factor_authentication": {
      "type": "boolean",
      "description": "Whether members must use two-factor authentication."
     },
     "share_with_group_lock": {
      "type": "boolean",
      "description": "Whether projects of the group cannot be shared with other groups."
     },
     "membership_lock": {
      "type": "boolean",
      "description": "Whether users cannot be added to projects of the group. Premium and Ultimate."
     },
     "prevent_forking_outside_group": {
      "type": "boolean",
      "description": "Whether projects of the group cannot be forked outside the group."
     },
     "auto_ban_user_on_excessive_projects_download": {
      "type": "boolean",
      "description": "Whether users who download more projects than the limit allows are banned from the group."
     },
     "experiment_features_enabled": {
      "type": "boolean",
      "description": "Whether experimental and beta features are enabled in the group. Premium and Ultimate."
     },
     "math_rendering_limits_enabled": {
      "type": "boolean",
      "description": "Whether limits apply to the rendering of math in the group."
     },
     "lock_math_rendering_limits_enabled": {
      "type": "boolean",
      "description": "Whether all subgroups must use the group's `mathRenderingLimitsEnabled`."
     },
     "assistant_features_enabled": {
      "type": "boolean",
      "description": "Whether features of the AI assistant are enabled in the group. Premium and Ultimate."
     },
     "lock_assistant_features_enabled": {
      "type": "boolean",
      "description": "Whether all subgroups must use the group's `assistantFeaturesEnabled`. Premium and Ultimate."
     },
     "web_based_commit_signing_enabled": {
      "type": "boolean",
      "description": "Whether commits made in the web interface are signed. Top-level groups of the hosted service only; not ready for production."
     },
     "only_allow_merge_if_pipeline_succeeds": {
      "type": "boolean",
      "description": "Whether merge requests of the group can be merged only if their pipeline succeeded."
     },
     "allow_merge_on_skipped_pipeline": {
      "type": "boolean",
      "description": "Whether a skipped pipeline counts as successful. Only effective with `onlyAllowMergeIfPipelineSucceeds`."
     },
     "only_allow_merge_if_all_discussions_are_resolved": {
      "type": "boolean",
      "description": "Whether merge requests of the group can be merged only if all their threads are resolved."
     },
     "allow_personal_snippets": {
      "type": "boolean",
      "description": "Whether users of the group may create personal snippets."
     },
     "default_branch_protection": {
      "type": "integer",
      "deprecated": true,
      "x-deprecation": "Use default_branch_protection_defaults.",
      "x-never-sent": true,
      "description": "How strongly the default branch of new projects is protected, as a number from 0 (not at all) upwards."
     },
     "two_factor_grace_period": {
      "type": "integer",
      "minimum": 0,
      "description": "Hours within which members must set up two-factor authentication."
     },
     "file_template_project_id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the project that holds file templates for the group."
     },
     "extra_shared_runners_minutes_limit": {
      "type": "integer",
      "description": "Compute minutes in addition to the monthly ones. Administrators only."
     },
     "shared_runners_minutes_limit": {
      "type": [
       "integer",
       "null"
      ],
      "minimum": 0,
      "x-null": "makes the group inherit the limit",
      "description": "Compute minutes per month on instance runners; 0 means unlimited. Administrators only."
     },
     "unique_project_download_limit": {
      "type": "integer",
      "minimum": 0,
      "maximum": 10000,
      "description": "Maximum number of different projects that a user may download in the interval, from 0 (no limit) to 10,000."
     },
     "unique_project_download_limit_interval_in_seconds": {
      "type": "integer",
      "minimum": 0,
      "maximum": 864000,
      "description": "Interval in which downloaded projects are counted, in seconds, from 0 to 864,000 (10 days)."
     },
     "max_artifacts_size": {
      "type": "integer",
      "description": "Maximum size of one job's artifacts in megabytes."
     },
     "avatar": {
      "type": "string",
      "maxLength": 0,
      "description": "Empty text removes the group's picture. A new one is uploaded as a file."
     },
     "default_branch_protection_defaults": {
      "$ref": "#/components/schemas/UpdateGroupDefaultBranchProtection",
      "description": "Protection of the default branch of new projects."
     },
     "unique_project_download_limit_allowlist": {
      "type": "array",
      "maxItems": 100,
      "description": "All users to whom the download limit does not apply, at most 100, by username.",
      "items": {
       "type": "string"
      }
     },
     "unique_project_download_limit_alertlist": {
      "type": "array",
      "maxItems": 100,
      "description": "All users who are notified when a user exceeds the download limit, at most 100, as global ids or numeric ids.",
      "items": {
       "type": "integer",
       "format": "int64",
       "x-graph-type": "User"
      }
     }
    }
   },
   "UpdateGroupDefaultBranchProtection": {
    "type": "object",
    "description": "Protection to set for the default branch of new projects in a group.",
    "x-source": "document 2, sections 4.4 and 2.5",
    "additionalProperties": false,
    "properties": {
     "allowed_to_push": {
      "type": "array",
      "description": "The roles that may push to the branch.",
      "items": {
       "$ref": "#/components/schemas/UpdateGroupDefaultBranchProtectionAccess"
      }
     },
     "allowed_to_merge": {
      "type": "array",
      "description": "The roles that may merge into the branch.",
      "items": {
       "$ref": "#/components/schemas/UpdateGroupDefaultBranchProtectionAccess"
      }
     },
     "allow_force_push": {
      "type": "boolean",
      "description": "Whether users who may push may also force-push."
     }
    }
   },
   "UpdateGroupDefaultBranchProtectionAccess": {
    "type": "object",
    "description": "A role that gets a permission on a protected branch.",
    "x-source": "document 2, sections 4.4 and 2.5",
    "additionalProperties": false,
    "required": [
     "access_level"
    ],
    "properties": {
     "access_level": {
      "$ref": "#/components/schemas/AccessLevel",
      "description": "Lowest role that has the permission on the branch."
     }
    }
   },
   "UploadGroupAvatarBody": {
    "type": "object",
    "description": "A new picture for a group.",
    "x-source": "document 2, section 4.4",
    "additionalProperties": false,
    "required": [
     "avatar"
    ],
    "properties": {
     "avatar": {
      "type": "string",
      "format": "binary",
      "description": "Picture file that replaces the present one."
     }
    }
   },
   "ShareGroupBody": {
    "type": "object",
    "description": "Which group to share with, and how far.",
    "x-source": "document 2, section 4.4",
    "additionalProperties": false,
    "required": [
     "group_id",
     "group_access"
    ],
    "properties": {
     "group_id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the group whose members get access."
     },
     "group_access": {
      "x-graph-name": "groupAccessLevel",
      "description": "Maximum role that members of the invited group get in the shared one.",
      "$ref": "#/components/schemas/GroupShareAccessLevelInput"
     },
     "expires_at": {
      "type": "string",
      "format": "date",
      "x-graph-name": "expiresOn",
      "description": "Day on which the access ends. Defaults to no end."
     },
     "member_role_id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of a custom role to give instead; the role given must be the one that it is based on."
     }
    }
   },
   "ManagedToken": {
    "type": "object",
    "description": "A personal access token of an enterprise user, in the credential inventory of the group that manages the user.",
    "x-source": "beyond the documents, section 1; document 2, section 2.3",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the token, unique on the instance.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the token, chosen by the user.",
      "x-never-null": true
     },
     "revoked": {
      "type": "boolean",
      "description": "Whether the token was revoked and is no longer valid.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the token was created.",
      "x-never-null": true
     },
     "description": {
      "type": [
       "string",
       "null"
      ],
      "description": "Purpose of the token as free text; null if none exists."
     },
     "scopes": {
      "x-never-null": true,
      "type": "array",
      "description": "Scopes of the token, such as `api`, `read_user` or `read_repository`.",
      "items": {
       "type": "string"
      }
     },
     "user_id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the user whom the token acts for.",
      "x-never-null": true
     },
     "last_used_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time when the token was last used; null if it never was."
     },
     "active": {
      "type": "boolean",
      "description": "Whether the token is valid, that is, neither revoked nor expired.",
      "x-never-null": true
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date",
      "description": "Day on which the token expires; null if it does not."
     }
    }
   },
   "ImportStatus": {
    "type": "string",
    "enum": [
     "none",
     "scheduled",
     "started",
     "finished",
     "failed",
     "canceled"
    ],
    "description": "Status of the import of a project.",
    "x-source": "document 2, section 2.10; beyond the documents, section 1",
    "x-assumed": true,
    "x-enum-descriptions": {
     "none": "The project was not imported.",
     "scheduled": "The import is queued.",
     "started": "The import is running.",
     "finished": "The import succeeded.",
     "failed": "The import ended with an error.",
     "canceled": "The import was canceled before its end."
    }
   },
   "ImportedProject": {
    "type": "object",
    "description": "A project that an import from another host fills.",
    "x-source": "document 2, section 2.10",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the imported project."
     },
     "name": {
      "type": "string",
      "description": "Name of the project, without its namespace."
     },
     "import_status": {
      "$ref": "#/components/schemas/ImportStatus",
      "description": "Current status of the import."
     }
    }
   },
   "CanceledImportDetails": {
    "type": "object",
    "description": "Details of an import that only the payload of its start or cancellation contains.",
    "x-source": "document 2, section 2.10",
    "properties": {
     "full_path": {
      "type": "string",
      "description": "Full path of the project, with its namespace.",
      "x-never-null": true
     },
     "full_name": {
      "type": "string",
      "description": "Name of the project, preceded by the names of its ancestor groups.",
      "x-never-null": true
     },
     "import_source": {
      "type": "string",
      "description": "Imported repository on the source host."
     },
     "human_import_status_name": {
      "type": "string",
      "description": "Human-readable status of the import.",
      "x-never-null": true
     },
     "provider_link": {
      "type": "string",
      "description": "URL of the imported repository on the source host."
     }
    }
   },
   "ImportDetails": {
    "description": "Details of an import that only the payload of its start or cancellation contains.",
    "x-source": "document 2, section 2.10",
    "allOf": [
     {
      "$ref": "#/components/schemas/CanceledImportDetails"
     },
     {
      "type": "object",
      "properties": {
       "refs_url": {
        "type": "string",
        "format": "uri",
        "description": "URL of the branches and tags of the project; null after a cancellation."
       },
       "relation_type": {
        "type": [
         "string",
         "null"
        ],
        "description": "Relation of the caller to the repository on the source host; null if that host does not report it, and after a cancellation."
       },
       "import_warning": {
        "type": [
         "string",
         "null"
        ],
        "description": "Warning that did not prevent the start of the import; null if none exists."
       }
      }
     }
    ]
   },
   "CanceledImport": {
    "description": "A project whose import from another host is canceled.",
    "x-source": "document 2, section 2.10",
    "allOf": [
     {
      "$ref": "#/components/schemas/ImportedProject"
     },
     {
      "$ref": "#/components/schemas/CanceledImportDetails"
     }
    ]
   },
   "ImportResult": {
    "description": "A new project that an import from another host fills.",
    "x-source": "document 2, section 2.10",
    "allOf": [
     {
      "$ref": "#/components/schemas/ImportedProject"
     },
     {
      "$ref": "#/components/schemas/ImportDetails"
     }
    ]
   },
   "ProjectImport": {
    "type": "object",
    "description": "The import of a project from another host. It runs in the background: poll or subscribe until its status is `FINISHED`, `FAILED` or `CANCELED`.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the imported project.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the project, without its namespace.",
      "x-never-null": true
     },
     "path": {
      "type": "string",
      "description": "Last segment of the project's full path, unique in its namespace.",
      "x-never-null": true
     },
     "path_with_namespace": {
      "type": "string",
      "description": "Path of the project with its namespace, separated by slashes: the full path that inputs accept.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the project was created.",
      "x-never-null": true
     },
     "import_status": {
      "$ref": "#/components/schemas/ImportStatus",
      "description": "Current status of the import.",
      "x-never-null": true
     },
     "import_error": {
      "type": [
       "string",
       "null"
      ],
      "description": "Reason why the import failed; null unless it failed."
     },
     "failed_relations": {
      "type": "array",
      "items": {
       "type": "object",
       "additionalProperties": true
      },
      "description": "Records that could not be imported, as the service describes them; empty if there were none."
     }
    }
   },
   "ImportTimeoutStrategyInput": {
    "type": "string",
    "enum": [
     "optimistic",
     "pessimistic"
    ],
    "description": "Behavior of an import if one of its stages takes too long.",
    "x-source": "document 2, section 4.8",
    "x-enum-descriptions": {
     "optimistic": "Skips the remainder of the stage and continues with the next one.",
     "pessimistic": "Fails at the first stage that takes too long."
    }
   },
   "ImportOptionalStages": {
    "type": "object",
    "additionalProperties": false,
    "description": "Optional parts of the import of a repository on host A.",
    "x-source": "document 2, section 4.8",
    "properties": {
     "attachments_import": {
      "type": "boolean",
      "description": "Whether to import attachments, such as images in comments."
     },
     "collaborators_import": {
      "type": "boolean",
      "description": "Whether to import direct collaborators of the repository who are not outside collaborators."
     },
     "single_endpoint_notes_import": {
      "type": "boolean",
      "description": "Whether to import comments with an alternative method that is more complete."
     }
    }
   },
   "ImportFromHostABody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Repository on host A to import, and the namespace to import it to.",
    "x-source": "document 2, section 4.8",
    "required": [
     "personal_access_token",
     "repo_id",
     "target_namespace"
    ],
    "properties": {
     "personal_access_token": {
      "type": "string",
      "x-secret": true,
      "description": "Access token of the caller on host A."
     },
     "repo_id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the repository on host A."
     },
     "target_namespace": {
      "type": "string",
      "x-graph-type": "Group",
      "pattern": "\\S",
      "x-pattern-description": "a path that is not blank",
      "description": "Full path of the group or personal namespace of the new project, such as `namespace/subgroup`, or the global id of a group. It must be the caller's own namespace, or an existing group of which the caller is a Maintainer or Owner."
     },
     "source_hostname": {
      "type": "string",
      "description": "Host name of an enterprise instance of host A. Omit it for the public host."
     },
     "new_name": {
      "type": "string",
      "x-graph-name": "name",
      "pattern": "^[^\\s!-/:-@\\[-`{-~]+([\\s!-/:-@\\[-`{-~][^\\s!-/:-@\\[-`{-~]+)*$",
      "x-pattern-description": "a name without special characters at its start or end, and without two of them in a row",
      "description": "Name of the new project and its path. Defaults to that of the source."
     },
     "optional_stages": {
      "$ref": "#/components/schemas/ImportOptionalStages",
      "description": "Optional parts of the repository to import."
     },
     "pagination_limit": {
      "type": "integer",
      "default": 100,
      "description": "Number of items in each request to host A. Defaults to 100."
     },
     "timeout_strategy": {
      "$ref": "#/components/schemas/ImportTimeoutStrategyInput",
      "default": "pessimistic",
      "description": "Behavior if a stage of the import takes too long. Defaults to `PESSIMISTIC`."
     }
    }
   },
   "CancelHostAImportBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Which import from host A to cancel.",
    "x-source": "document 2, section 4.8",
    "required": [
     "project_id"
    ],
    "properties": {
     "project_id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the imported project."
     }
    }
   },
   "ImportHostAGistsBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Whose gists to import from host A.",
    "x-source": "document 2, section 4.8",
    "required": [
     "personal_access_token"
    ],
    "properties": {
     "personal_access_token": {
      "type": "string",
      "x-secret": true,
      "description": "Access token on host A of the user whose gists are imported."
     }
    }
   },
   "ImportFromServerBBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Repository on server B to import, and the namespace to import it to.",
    "x-source": "document 2, section 4.8",
    "required": [
     "server_project_key",
     "server_repo",
     "server_url",
     "server_username",
     "personal_access_token"
    ],
    "properties": {
     "server_project_key": {
      "type": "string",
      "description": "Key of the project on server B that contains the repository."
     },
     "server_repo": {
      "type": "string",
      "description": "Name of the repository on server B."
     },
     "server_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of server B, including the scheme."
     },
     "server_username": {
      "type": "string",
      "description": "Username of the caller on server B."
     },
     "personal_access_token": {
      "type": "string",
      "x-secret": true,
      "description": "Access token or password of the caller on server B."
     },
     "new_name": {
      "type": "string",
      "x-graph-name": "name",
      "pattern": "^[^\\s!-/:-@\\[-`{-~]+([\\s!-/:-@\\[-`{-~][^\\s!-/:-@\\[-`{-~]+)*$",
      "x-pattern-description": "a name without special characters at its start or end, and without two of them in a row",
      "description": "Name of the new project and its path. Defaults to that of the source."
     },
     "target_namespace": {
      "type": "string",
      "x-graph-type": "Group",
      "description": "Full path of the group or personal namespace of the new project, or the global id of a group. Defaults to the caller's own namespace; any other must be an existing group of which the caller is a Maintainer or Owner."
     },
     "timeout_strategy": {
      "$ref": "#/components/schemas/ImportTimeoutStrategyInput",
      "default": "pessimistic",
      "description": "Behavior if a stage of the import takes too long. Defaults to `PESSIMISTIC`."
     }
    }
   },
   "ImportFromCloudCBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Repository on cloud C to import, and the namespace to import it to.",
    "x-source": "document 2, section 4.8",
    "required": [
     "cloud_api_token",
     "cloud_email",
     "repo_path",
     "target_namespace"
    ],
    "properties": {
     "cloud_api_token": {
      "type": "string",
      "x-secret": true,
      "description": "Access token of the caller on cloud C, with scopes to read the repository, pull requests, issues and wiki."
     },
     "cloud_email": {
      "type": "string",
      "format": "email",
      "description": "Email address of the account on cloud C that owns the token."
     },
     "repo_path": {
      "type": "string",
      "description": "Path of the repository on cloud C, including its workspace."
     },
     "target_namespace": {
      "type": "string",
      "x-graph-type": "Group",
      "pattern": "\\S",
      "x-pattern-description": "a path that is not blank",
      "description": "Full path of the group or personal namespace of the new project, such as `namespace/subgroup`, or the global id of a group. It must be the caller's own namespace, or an existing group of which the caller is a Maintainer or Owner."
     },
     "new_name": {
      "type": "string",
      "x-graph-name": "name",
      "pattern": "^[^\\s!-/:-@\\[-`{-~]+([\\s!-/:-@\\[-`{-~][^\\s!-/:-@\\[-`{-~]+)*$",
      "x-pattern-description": "a name without special characters at its start or end, and without two of them in a row",
      "description": "Name of the new project and its path. Defaults to that of the source."
     }
    }
   },
   "Invitation": {
    "type": "object",
    "description": "An invitation to a group or project that has not been accepted yet.",
    "x-source": "document 2, section 2.8",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the invitation. Inputs accept its global id instead."
     },
     "invite_email": {
      "type": "string",
      "format": "email",
      "description": "Email address to which the invitation was sent.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the invitation was created."
     },
     "access_level": {
      "$ref": "#/components/schemas/AccessLevel",
      "description": "Role that the invited person gets on acceptance.",
      "x-never-null": true
     },
     "expires_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the membership ends; null for no end."
     },
     "user_name": {
      "type": "string",
      "description": "Display name of the invited person; null if the address belongs to no user."
     },
     "created_by_name": {
      "type": "string",
      "description": "Display name of the user who created the invitation."
     }
    }
   },
   "InvitationResult": {
    "type": "object",
    "description": "Results of the invitations of one call.",
    "x-source": "document 2, section 4.6",
    "properties": {
     "status": {
      "$ref": "#/components/schemas/InvitationStatus",
      "description": "Whether the invitations were accepted for delivery, or at least one of them was refused."
     },
     "message": {
      "type": "object",
      "additionalProperties": {
       "type": "string"
      },
      "description": "Reason of each refusal by email address or username; only for the ones that were refused."
     },
     "queued_users": {
      "type": "object",
      "additionalProperties": {
       "type": "string"
      },
      "description": "Explanation by username for each user who becomes a member only once an administrator approves. Only where role promotions need approval."
     }
    }
   },
   "InvitationStatus": {
    "type": "string",
    "enum": [
     "success",
     "error"
    ],
    "description": "Outcome of a call that sends invitations.",
    "x-source": "document 2, section 4.6",
    "x-enum-descriptions": {
     "success": "Nothing was refused; some users may still wait for the approval of an administrator.",
     "error": "At least one invitation was refused; the messages tell which and why."
    }
   },
   "InvitationUpdate": {
    "type": "object",
    "description": "The attributes of an invitation in the response to a change.",
    "x-source": "document 2, section 4.6",
    "properties": {
     "expires_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time at which the membership will end, after the change; null if it does not end by itself."
     },
     "access_level": {
      "$ref": "#/components/schemas/AccessLevel",
      "description": "Role that the invited person gets on accepting, after the change."
     }
    }
   },
   "CreateGroupInvitationBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Whom to invite to a group, and as what.",
    "x-source": "document 2, section 4.6",
    "x-at-least-one": [
     [
      "email",
      "user_id"
     ]
    ],
    "required": [
     "access_level"
    ],
    "properties": {
     "email": {
      "type": "string",
      "description": "Email address to invite, or several joined by commas. Each gets an invitation by email."
     },
     "user_id": {
      "oneOf": [
       {
        "type": "integer",
        "format": "int64"
       },
       {
        "type": "string"
       }
      ],
      "description": "Id of the user to invite, or several ids joined by commas."
     },
     "access_level": {
      "$ref": "#/components/schemas/AccessLevel",
      "default": 30,
      "description": "Role that the invited members get, any level from no access (0) to Owner (50). Defaults to Developer (30)."
     },
     "expires_at": {
      "type": "string",
      "format": "date",
      "x-graph-name": "expiresOn",
      "description": "Day on which the membership ends. Defaults to no end."
     },
     "invite_source": {
      "type": "string",
      "description": "Free text on the source of the invitation, for statistics of the service."
     },
     "member_role_id": {
      "type": "integer",
      "format": "int64",
      "description": "Custom member role that the invited members get on top of the access level. Ultimate only."
     }
    }
   },
   "UpdateGroupInvitationBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Changes to a pending invitation to a group.",
    "x-source": "document 2, section 4.6",
    "properties": {
     "access_level": {
      "$ref": "#/components/schemas/AccessLevel",
      "default": 30,
      "description": "Role that the invited member gets. Every role is accepted, from `NO_ACCESS` to `OWNER`."
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "x-null": "removes the end of the membership",
      "description": "Time when the membership ends, a date-time rather than a date as in `invitationCreate`."
     }
    }
   },
   "CreateProjectInvitationBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Whom to invite to a project, and as what.",
    "x-source": "document 2, section 4.6",
    "x-at-least-one": [
     [
      "email",
      "user_id"
     ]
    ],
    "required": [
     "access_level"
    ],
    "properties": {
     "email": {
      "type": "string",
      "description": "Email address to invite, or several joined by commas. Each gets an invitation by email."
     },
     "user_id": {
      "oneOf": [
       {
        "type": "integer",
        "format": "int64"
       },
       {
        "type": "string"
       }
      ],
      "description": "Id of the user to invite, or several ids joined by commas."
     },
     "access_level": {
      "$ref": "#/components/schemas/AccessLevel",
      "default": 30,
      "description": "Role that the invited members get, any level from no access (0) to Owner (50). Defaults to Developer (30)."
     },
     "expires_at": {
      "type": "string",
      "format": "date",
      "x-graph-name": "expiresOn",
      "description": "Day on which the membership ends. Defaults to no end."
     },
     "invite_source": {
      "type": "string",
      "description": "Free text on the source of the invitation, for statistics of the service."
     },
     "member_role_id": {
      "type": "integer",
      "format": "int64",
      "description": "Custom member role that the invited members get on top of the access level. Ultimate only."
     }
    }
   },
   "UpdateProjectInvitationBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Changes to a pending invitation to a project.",
    "x-source": "document 2, section 4.6",
    "properties": {
     "access_level": {
      "$ref": "#/components/schemas/AccessLevel",
      "default": 30,
      "description": "Role that the invited member gets. Every role is accepted, from `NO_ACCESS` to `OWNER`."
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "x-null": "removes the end of the membership",
      "description": "Time when the membership ends, a date-time rather than a date as in `invitationCreate`."
     }
    }
   },
   "JobUser": {
    "description": "User for whom a job runs, with the public profile.",
    "x-source": "document 1, section 2.1",
    "allOf": [
     {
      "$ref": "#/components/schemas/UserSummary"
     },
     {
      "type": "object",
      "properties": {
       "created_at": {
        "type": "string",
        "format": "date-time",
        "description": "When the account was created."
       },
       "bio": {
        "type": "string",
        "description": "Text of the user about themselves, empty or null if not set."
       },
       "location": {
        "type": "string",
        "description": "Where the user says to be, empty or null when not given."
       },
       "public_email": {
        "type": "string",
        "format": "email",
        "description": "Email address that the user shows to everybody, empty or null when none is shown."
       },
       "profile_link_a": {
        "type": "string",
        "description": "Account of the user on the first social service, empty or null when not given."
       },
       "profile_link_b": {
        "type": "string",
        "description": "Account of the user on the second social service, empty or null when not given."
       },
       "website_url": {
        "type": "string",
        "format": "uri",
        "description": "Address of the website the user gives in the profile, empty or null when none."
       },
       "organization": {
        "type": "string",
        "description": "Organization the user gives in the profile, empty or null when none."
       },
       "job_title": {
        "type": "string",
        "description": "Job title the user gives in the profile, empty or null when none."
       },
       "pronouns": {
        "type": "string",
        "description": "Pronouns the user gives in the profile, empty or null when none."
       },
       "bot": {
        "type": "boolean",
        "description": "Whether the account belongs to a program, such as the bot of an access token."
       },
       "work_information": {
        "type": "string",
        "description": "Job title and organization in one line, empty or null when neither is given."
       },
       "followers": {
        "type": "integer",
        "description": "Number of users who follow this user."
       },
       "following": {
        "type": "integer",
        "description": "Number of users whom this user follows."
       },
       "local_time": {
        "type": "string",
        "description": "Time of day in the time zone of the user, null if the zone is not given."
       }
      }
     }
    ]
   },
   "JobCommit": {
    "type": "object",
    "description": "Commit for which a job runs.",
    "x-source": "document 1, section 2.7",
    "properties": {
     "id": {
      "type": "string",
      "x-graph-name": "sha",
      "description": "Full SHA of the commit.",
      "x-never-null": true
     },
     "short_id": {
      "type": "string",
      "x-graph-name": "shortSha",
      "description": "Abbreviated SHA of the commit.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the commit was created.",
      "x-never-null": true
     },
     "parent_ids": {
      "x-never-null": true,
      "type": "array",
      "x-graph-name": "parentShas",
      "description": "Full SHAs of the parent commits; several for a merge, none for the first commit.",
      "items": {
       "type": "string",
       "description": "Full SHA of one parent commit."
      }
     },
     "title": {
      "type": "string",
      "description": "First line of the commit message.",
      "x-never-null": true
     },
     "message": {
      "type": "string",
      "description": "Full commit message, including the title.",
      "x-never-null": true
     },
     "author_name": {
      "type": "string",
      "description": "Name of the author of the change.",
      "x-never-null": true
     },
     "author_email": {
      "type": "string",
      "format": "email",
      "description": "Email address of the author of the change.",
      "x-never-null": true
     },
     "authored_date": {
      "type": "string",
      "x-graph-name": "authoredAt",
      "format": "date-time",
      "description": "Time when the change was authored.",
      "x-never-null": true
     },
     "committer_name": {
      "type": "string",
      "description": "Name of the person who committed the change.",
      "x-never-null": true
     },
     "committer_email": {
      "type": "string",
      "format": "email",
      "description": "Email address of the person who committed the change.",
      "x-never-null": true
     },
     "committed_date": {
      "type": "string",
      "x-graph-name": "committedAt",
      "format": "date-time",
      "description": "Time when the change was committed.",
      "x-never-null": true
     },
     "trailers": {
      "type": "object",
      "additionalProperties": true,
      "description": "Trailers of the commit message by key, such as `Signed-off-by`; empty if none exist."
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the commit's page."
     }
    }
   },
   "JobStatus": {
    "type": "string",
    "enum": [
     "created",
     "waiting_for_resource",
     "preparing",
     "pending",
     "running",
     "canceling",
     "success",
     "failed",
     "canceled",
     "skipped",
     "manual",
     "scheduled"
    ],
    "description": "Current status of a job.",
    "x-source": "document 1, section 2.7; its values are those of services of this kind",
    "x-enum-descriptions": {
     "created": "Created, but not queued yet.",
     "waiting_for_resource": "Waits for a resource group to be free.",
     "preparing": "Being prepared before it is queued.",
     "pending": "Queued, waits for a runner.",
     "running": "A runner is executing the job.",
     "canceling": "Being canceled; cleanup is still running.",
     "success": "Ended successfully.",
     "failed": "Ended with a failure.",
     "canceled": "Ended, because it was canceled.",
     "skipped": "Ended without running.",
     "manual": "Waits for a manual start.",
     "scheduled": "Waits for its scheduled time."
    }
   },
   "JobAttributes": {
    "type": "object",
    "description": "A job as every list of jobs shows it.",
    "x-source": "document 1, section 2.7",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the job, unique on the instance.",
      "x-never-null": true
     },
     "status": {
      "$ref": "#/components/schemas/JobStatus",
      "x-never-null": true,
      "description": "Current status of the job."
     },
     "stage": {
      "type": "string",
      "description": "Stage of the pipeline to which the job belongs.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the job in the pipeline's configuration.",
      "x-never-null": true
     },
     "ref": {
      "type": "string",
      "description": "Branch or tag for which the job runs.",
      "x-never-null": true
     },
     "tag": {
      "type": "boolean",
      "description": "Whether the job runs for a tag rather than a branch.",
      "x-never-null": true
     },
     "coverage": {
      "type": [
       "number",
       "null"
      ],
      "description": "Test coverage in percent that the job reported; null if it reported none."
     },
     "allow_failure": {
      "type": "boolean",
      "description": "Whether the pipeline may succeed although this job fails."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the job was created.",
      "x-never-null": true
     },
     "started_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time when a runner started the job; null until then."
     },
     "finished_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time when the job ended; null until then."
     },
     "duration": {
      "type": [
       "number",
       "null"
      ],
      "description": "Run time of the job in seconds; null before its start."
     },
     "queued_duration": {
      "type": [
       "number",
       "null"
      ],
      "description": "Time in seconds that the job waited for a runner; null if unknown."
     },
     "user": {
      "$ref": "#/components/schemas/JobUser",
      "description": "User who triggered the job."
     },
     "commit": {
      "$ref": "#/components/schemas/JobCommit",
      "description": "Commit for which the job runs."
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the job's page."
     },
     "tag_list": {
      "type": [
       "array",
       "null"
      ],
      "x-assumed": true,
      "description": "Tags that a runner must have to execute the job; null if the response lacks it.",
      "items": {
       "type": "string"
      }
     },
     "archived": {
      "type": [
       "boolean",
       "null"
      ],
      "x-assumed": true,
      "description": "Whether the job is too old to be retried; null if the response lacks it."
     },
     "artifacts_expire_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "x-assumed": true,
      "description": "Time when the artifacts of the job are deleted; null if the job has none or they do not expire."
     },
     "artifacts_file": {
      "$ref": "#/components/schemas/JobArtifactsFile",
      "x-assumed": true,
      "description": "Archive of the job's artifacts; null if it has none."
     },
     "artifacts": {
      "type": [
       "array",
       "null"
      ],
      "x-assumed": true,
      "description": "Files that the job produced, such as archive, log and reports; null if the response lacks it.",
      "items": {
       "$ref": "#/components/schemas/JobArtifact"
      }
     },
     "runner": {
      "$ref": "#/components/schemas/RunnerSummary",
      "x-assumed": true,
      "description": "Runner that executes the job; null until one has taken it."
     }
    }
   },
   "JobArtifactsFile": {
    "type": "object",
    "description": "Archive of the artifacts of a job.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "filename": {
      "type": "string",
      "description": "Name of the archive, such as `artifacts.zip`."
     },
     "size": {
      "type": "integer",
      "format": "int64",
      "description": "Size of the archive in bytes."
     }
    }
   },
   "JobArtifact": {
    "type": "object",
    "description": "A file that a job produced.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "file_type": {
      "type": "string",
      "description": "Kind of the file, such as `archive`, `metadata`, `trace` or `junit`; an open set."
     },
     "size": {
      "type": "integer",
      "format": "int64",
      "description": "Size of the file in bytes."
     },
     "filename": {
      "type": "string",
      "description": "Name of the file, such as `job.log`."
     },
     "file_format": {
      "type": [
       "string",
       "null"
      ],
      "description": "Format of the file, such as `zip`, `gzip` or `raw`; an open set. Null if it has none."
     }
    }
   },
   "JobPipeline": {
    "type": "object",
    "description": "Pipeline of a job, as the jobs of a resource group show it.",
    "x-source": "document 1, section 2.7",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the pipeline, unique on the instance.",
      "x-never-null": true
     },
     "iid": {
      "type": "integer",
      "format": "int64",
      "description": "Number of the pipeline within its project."
     },
     "project_id": {
      "type": "integer",
      "format": "int64",
      "description": "Number of the project that the pipeline belongs to."
     },
     "sha": {
      "type": "string",
      "description": "SHA of the commit for which the pipeline runs.",
      "x-never-null": true
     },
     "ref": {
      "type": "string",
      "description": "Branch or tag for which the pipeline runs.",
      "x-never-null": true
     },
     "status": {
      "$ref": "#/components/schemas/PipelineStatus",
      "description": "Current status of the pipeline.",
      "x-never-null": true
     },
     "source": {
      "type": "string",
      "description": "Event that started the pipeline. An open set of words; `push`, `web` and `parent_pipeline` are known."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "When the pipeline was created.",
      "x-never-null": true
     },
     "updated_at": {
      "type": "string",
      "format": "date-time",
      "description": "When the pipeline last changed.",
      "x-never-null": true
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "Address of the pipeline's page in the web interface.",
      "x-never-null": true
     }
    }
   },
   "JobProject": {
    "type": "object",
    "description": "A project as the jobs of a resource group show it.",
    "x-source": "document 1, section 2.7",
    "properties": {
     "ci_job_token_scope_enabled": {
      "type": "boolean",
      "description": "Whether the token of a job in this project may reach only the projects that the project allows."
     }
    }
   },
   "Label": {
    "type": "object",
    "description": "A colored label for issues and merge requests, as one project sees it. It belongs to the project or to an ancestor group. A group label is a separate object in each project, with the same `databaseId`; the next read of each shows a change.",
    "x-source": "document 1, section 2.8",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the label, the same in each project that sees it, and after a promotion.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the label, as displayed and in filters.",
      "x-never-null": true
     },
     "color": {
      "type": "string",
      "description": "Background color in the form `#FFAABB`, even if a CSS color name was set.",
      "x-never-null": true
     },
     "text_color": {
      "type": "string",
      "description": "Text color with contrast to `color`, in the same form."
     },
     "description": {
      "type": [
       "string",
       "null"
      ],
      "description": "Free text about the label; null if not described."
     },
     "description_html": {
      "type": [
       "string",
       "null"
      ],
      "description": "The description rendered as HTML; null if not described."
     },
     "open_issues_count": {
      "type": "integer",
      "x-on-request": "with_counts",
      "description": "Number of open issues with the label.",
      "x-never-null": true
     },
     "closed_issues_count": {
      "type": "integer",
      "x-on-request": "with_counts",
      "description": "Number of closed issues with the label.",
      "x-never-null": true
     },
     "open_merge_requests_count": {
      "type": "integer",
      "x-on-request": "with_counts",
      "description": "Number of open merge requests with the label.",
      "x-never-null": true
     },
     "subscribed": {
      "type": "boolean",
      "description": "Whether the caller is subscribed: notified of issues and merge requests that get the label.",
      "x-never-null": true
     },
     "priority": {
      "type": [
       "integer",
       "null"
      ],
      "description": "Priority of the label in the project; 0 is the highest. Null if it has none."
     },
     "is_project_label": {
      "type": "boolean",
      "description": "Whether the label belongs to the project itself rather than to an ancestor group."
     },
     "archived": {
      "type": "boolean",
      "description": "Whether the label is archived; null on instances without the feature."
     }
    }
   },
   "CreateLabelBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "A new label of a project.",
    "x-source": "document 1, section 4.4",
    "required": [
     "name",
     "color"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the label, unique among the labels that the project sees."
     },
     "color": {
      "type": "string",
      "pattern": "^(#[0-9A-Fa-f]{6}|(?![0-9A-Fa-f]{6}$)[A-Za-z]{3,})$",
      "x-pattern-description": "six hexadecimal digits after a hash sign, or a CSS color name",
      "description": "Background color as six hexadecimal digits with `#` (`#FFAABB`) or a CSS color name (`red`)."
     },
     "description": {
      "type": "string",
      "description": "Free text about the label."
     },
     "priority": {
      "type": [
       "integer",
       "null"
      ],
      "minimum": 0,
      "description": "Priority of the label in the project; 0 is the highest. Null for none."
     },
     "archived": {
      "type": "boolean",
      "default": false,
      "description": "Whether the label is archived from the start. Defaults to false."
     }
    }
   },
   "UpdateLabelBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Changes to a label. At least one member must be given.",
    "x-source": "document 1, section 4.4",
    "x-at-least-one": [
     [
      "new_name",
      "color",
      "description",
      "priority",
      "archived"
     ]
    ],
    "properties": {
     "new_name": {
      "type": "string",
      "x-graph-name": "name",
      "description": "New name of the label, unique among the labels that the project sees."
     },
     "color": {
      "type": "string",
      "pattern": "^(#[0-9A-Fa-f]{6}|(?![0-9A-Fa-f]{6}$)[A-Za-z]{3,})$",
      "x-pattern-description": "six hexadecimal digits after a hash sign, or a CSS color name",
      "description": "New background color as six hexadecimal digits with `#` (`#FFAABB`) or a CSS color name (`red`)."
     },
     "description": {
      "type": "string",
      "description": "New free text about the label."
     },
     "priority": {
      "type": [
       "integer",
       "null"
      ],
      "minimum": 0,
      "x-null": "removes the priority",
      "description": "New priority in the project; 0 is the highest."
     },
     "archived": {
      "type": "boolean",
      "description": "True archives the label, false restores it."
     }
    }
   },
   "UpdateLabelByNameBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "A label, by its name or id, and what to change in it.",
    "x-source": "document 1, section 4.4",
    "x-exclusive": [
     [
      "name",
      "label_id"
     ]
    ],
    "x-at-least-one": [
     [
      "name",
      "label_id"
     ],
     [
      "new_name",
      "color",
      "description",
      "priority",
      "archived"
     ]
    ],
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "description": "Current name of the label to change. Required without `id`."
     },
     "label_id": {
      "x-graph-name": "id",
      "oneOf": [
       {
        "type": "integer",
        "format": "int64"
       },
       {
        "type": "string",
        "minLength": 1
       }
      ],
      "description": "Global id, numeric id or current name of the label to change. Required without `name`."
     },
     "new_name": {
      "type": "string",
      "description": "New name of the label, unique among the labels that the project sees."
     },
     "color": {
      "type": "string",
      "pattern": "^(#[0-9A-Fa-f]{6}|(?![0-9A-Fa-f]{6}$)[A-Za-z]{3,})$",
      "x-pattern-description": "six hexadecimal digits after a hash sign, or a CSS color name",
      "description": "New background color as six hexadecimal digits with `#` (`#FFAABB`) or a CSS color name (`red`)."
     },
     "description": {
      "type": "string",
      "description": "New free text about the label."
     },
     "priority": {
      "type": [
       "integer",
       "null"
      ],
      "minimum": 0,
      "x-null": "removes the priority",
      "description": "New priority in the project; 0 is the highest."
     },
     "archived": {
      "type": "boolean",
      "description": "True archives the label, false restores it."
     }
    }
   },
   "PromoteLabelByNameBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "The project label that is to become a group label.",
    "x-source": "document 1, section 4.4",
    "required": [
     "name"
    ],
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "description": "Exact name of the label to promote."
     }
    }
   },
   "MemberRole": {
    "type": "object",
    "description": "A custom role for members, which adds permissions to a base role.",
    "x-source": "document 2, section 2.1",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the role, for assigning it to members. `memberRoleDelete` requires the global id.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Display name of the role.",
      "x-never-null": true
     },
     "description": {
      "type": [
       "string",
       "null"
      ],
      "description": "Purpose of the role as free text; null if none exists."
     },
     "group_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Id of the root group that the role belongs to; null for a role of the whole instance."
     },
     "base_access_level": {
      "x-never-null": true,
      "$ref": "#/components/schemas/AccessLevel",
      "description": "Base role, whose permissions members with this role have, too; at least Guest (10)."
     },
     "admin_cicd_variables": {
      "type": "boolean",
      "description": "Whether members with the role may view, create, change and delete CI/CD variables."
     },
     "admin_compliance_framework": {
      "type": "boolean",
      "description": "Whether members with the role may manage compliance frameworks."
     },
     "admin_group_member": {
      "type": "boolean",
      "description": "Whether members with the role may add and remove members of a group, and assign roles to them."
     },
     "admin_merge_request": {
      "type": "boolean",
      "description": "Whether members with the role may approve merge requests."
     },
     "admin_push_rules": {
      "type": "boolean",
      "description": "Whether members with the role may configure push rules of a group or project."
     },
     "admin_iac_state": {
      "type": "boolean",
      "description": "Whether members with the role may manage the infrastructure state kept with a project."
     },
     "admin_vulnerability": {
      "type": "boolean",
      "description": "Whether members with the role may edit vulnerabilities, that is change their status and link issues to them."
     },
     "admin_web_hook": {
      "type": "boolean",
      "description": "Whether members with the role may manage web hooks."
     },
     "archive_project": {
      "type": "boolean",
      "description": "Whether members with the role may archive projects."
     },
     "manage_deploy_tokens": {
      "type": "boolean",
      "description": "Whether members with the role may manage deploy tokens."
     },
     "manage_group_access_tokens": {
      "type": "boolean",
      "description": "Whether members with the role may manage the access tokens of a group."
     },
     "manage_merge_request_settings": {
      "type": "boolean",
      "description": "Whether members with the role may change the merge request settings of a group or project."
     },
     "manage_project_access_tokens": {
      "type": "boolean",
      "description": "Whether members with the role may manage the access tokens of a project."
     },
     "manage_security_policy_link": {
      "type": "boolean",
      "description": "Whether members with the role may link security policy projects."
     },
     "read_code": {
      "type": "boolean",
      "description": "Whether members with the role may read the source code of projects."
     },
     "read_runners": {
      "type": "boolean",
      "description": "Whether members with the role may view the runners of a project."
     },
     "read_dependency": {
      "type": "boolean",
      "description": "Whether members with the role may view the dependencies of a project."
     },
     "read_vulnerability": {
      "type": "boolean",
      "description": "Whether members with the role may view the vulnerabilities of a project."
     },
     "remove_group": {
      "type": "boolean",
      "description": "Whether members with the role may delete a group, or restore a deleted one."
     },
     "remove_project": {
      "type": "boolean",
      "description": "Whether members with the role may delete a project."
     },
     "admin_runners": {
      "type": "boolean",
      "x-assumed": true,
      "description": "Whether members with the role may view, change and pause runners. Null if the service does not know this permission."
     }
    }
   },
   "MemberRoleBaseAccessLevelInput": {
    "allOf": [
     {
      "$ref": "#/components/schemas/AccessLevel"
     }
    ],
    "enum": [
     10,
     15,
     20,
     25,
     30,
     40,
     50
    ],
    "description": "Base role of a custom member role.",
    "x-source": "document 2, section 2.1"
   },
   "MemberRolePermission": {
    "type": "string",
    "x-in-response": true,
    "enum": [
     "admin_cicd_variables",
     "admin_compliance_framework",
     "admin_group_member",
     "admin_merge_request",
     "admin_push_rules",
     "admin_iac_state",
     "admin_vulnerability",
     "admin_web_hook",
     "archive_project",
     "manage_deploy_tokens",
     "manage_group_access_tokens",
     "manage_merge_request_settings",
     "manage_project_access_tokens",
     "manage_security_policy_link",
     "read_code",
     "read_runners",
     "read_dependency",
     "read_vulnerability",
     "remove_group",
     "remove_project",
     "admin_runners"
    ],
    "description": "A permission that a custom member role can add to its base role.",
    "x-source": "document 2, section 2.1",
    "x-enum-assumed": [
     "admin_runners"
    ],
    "x-enum-descriptions": {
     "admin_cicd_variables": "May view, create, change and delete CI/CD variables.",
     "admin_compliance_framework": "May manage compliance frameworks.",
     "admin_group_member": "May add and remove members of a group, and assign roles to them.",
     "admin_merge_request": "May approve merge requests.",
     "admin_push_rules": "May configure push rules of a group or project.",
     "admin_iac_state": "May manage the infrastructure state of a project.",
     "admin_vulnerability": "May edit vulnerabilities: change their status, link issues to them.",
     "admin_web_hook": "May manage web hooks.",
     "archive_project": "May archive projects.",
     "manage_deploy_tokens": "May manage deploy tokens.",
     "manage_group_access_tokens": "May manage the access tokens of a group.",
     "manage_merge_request_settings": "May change the merge request settings of a group or project.",
     "manage_project_access_tokens": "May manage the access tokens of a project.",
     "manage_security_policy_link": "May link security policy projects.",
     "read_code": "May read the source code of projects.",
     "read_runners": "May view the runners of a project.",
     "read_dependency": "May view the dependencies of a project.",
     "read_vulnerability": "May view the vulnerabilities of a project.",
     "remove_group": "May delete a group, or restore a deleted one.",
     "remove_project": "May delete a project.",
     "admin_runners": "May view, change and pause runners. Only some services have it."
    }
   },
   "CreateInstanceMemberRoleBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "The member role to create for the whole instance.",
    "x-source": "document 2, section 4.1",
    "required": [
     "name",
     "base_access_level"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "Display name of the role."
     },
     "description": {
      "type": "string",
      "description": "Purpose of the role as free text."
     },
     "base_access_level": {
      "$ref": "#/components/schemas/MemberRoleBaseAccessLevelInput",
      "description": "Base role, whose permissions members with the new role have, too."
     },
     "admin_cicd_variables": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role view, create, change and delete CI/CD variables."
     },
     "admin_compliance_framework": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage compliance frameworks."
     },
     "admin_group_member": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role add and remove members of a group, and assign roles to them."
     },
     "admin_merge_request": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role approve merge requests."
     },
     "admin_push_rules": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role configure push rules of a group or project."
     },
     "admin_iac_state": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage the infrastructure state kept with a project."
     },
     "admin_vulnerability": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role edit vulnerabilities, that is change their status and link issues to them."
     },
     "admin_web_hook": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage web hooks."
     },
     "archive_project": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role archive projects."
     },
     "manage_deploy_tokens": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage deploy tokens."
     },
     "manage_group_access_tokens": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage the access tokens of a group."
     },
     "manage_merge_request_settings": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role change the merge request settings of a group or project."
     },
     "manage_project_access_tokens": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage the access tokens of a project."
     },
     "manage_security_policy_link": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role link security policy projects."
     },
     "read_code": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role read the source code of projects."
     },
     "read_runners": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role view the runners of a project."
     },
     "read_dependency": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role view the dependencies of a project."
     },
     "read_vulnerability": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role view the vulnerabilities of a project."
     },
     "remove_group": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role delete a group, or restore a deleted one."
     },
     "remove_project": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role delete a project."
     },
     "admin_runners": {
      "type": "boolean",
      "x-assumed": true,
      "default": false,
      "description": "Lets members with the role view, change and pause runners. A service that does not know this permission ignores or refuses it."
     }
    }
   },
   "CreateGroupMemberRoleBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "The member role to create for a root group.",
    "x-source": "document 2, section 4.1",
    "required": [
     "name",
     "base_access_level"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "Display name of the role."
     },
     "description": {
      "type": "string",
      "description": "Purpose of the role as free text."
     },
     "base_access_level": {
      "$ref": "#/components/schemas/MemberRoleBaseAccessLevelInput",
      "description": "Base role, whose permissions members with the new role have, too."
     },
     "admin_cicd_variables": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role view, create, change and delete CI/CD variables."
     },
     "admin_compliance_framework": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage compliance frameworks."
     },
     "admin_group_member": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role add and remove members of a group, and assign roles to them."
     },
     "admin_merge_request": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role approve merge requests."
     },
     "admin_push_rules": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role configure push rules of a group or project."
     },
     "admin_iac_state": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage the infrastructure state kept with a project."
     },
     "admin_vulnerability": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role edit vulnerabilities, that is change their status and link issues to them."
     },
     "admin_web_hook": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage web hooks."
     },
     "archive_project": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role archive projects."
     },
     "manage_deploy_tokens": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage deploy tokens."
     },
     "manage_group_access_tokens": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage the access tokens of a group."
     },
     "manage_merge_request_settings": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role change the merge request settings of a group or project."
     },
     "manage_project_access_tokens": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role manage the access tokens of a project."
     },
     "manage_security_policy_link": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role link security policy projects."
     },
     "read_code": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role read the source code of projects."
     },
     "read_runners": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role view the runners of a project."
     },
     "read_dependency": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role view the dependencies of a project."
     },
     "read_vulnerability": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role view the vulnerabilities of a project."
     },
     "remove_group": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role delete a group, or restore a deleted one."
     },
     "remove_project": {
      "type": "boolean",
      "default": false,
      "description": "Lets members with the role delete a project."
     },
     "admin_runners": {
      "type": "boolean",
      "x-assumed": true,
      "default": false,
      "description": "Lets members with the role view, change and pause runners. A service that does not know this permission ignores or refuses it."
     }
    }
   },
   "ApprovalRuleType": {
    "type": "string",
    "enum": [
     "any_approver",
     "regular",
     "report_approver"
    ],
    "description": "Kind of an approval rule, which determines who can approve under it.",
    "x-source": "document 1, section 2.10",
    "x-enum-descriptions": {
     "any_approver": "The default rule: anyone eligible may approve. Requires no approvals until changed.",
     "regular": "A rule with its own approvers: users and groups.",
     "report_approver": "A rule that depends on a report. Only policies can create it."
    }
   },
   "ApprovalRuleTypeInput": {
    "type": "string",
    "enum": [
     "any_approver",
     "regular"
    ],
    "description": "Kinds of approval rules that `approvalRuleCreate` can create.",
    "x-source": "document 1, section 4.5",
    "x-enum-descriptions": {
     "any_approver": "The default rule: anyone eligible may approve.",
     "regular": "A rule with its own approvers: users and groups."
    }
   },
   "ApprovalReportType": {
    "type": "string",
    "enum": [
     "license_scanning",
     "code_coverage"
    ],
    "description": "Report on which an approval rule of a policy depends.",
    "x-source": "document 1, section 2.10",
    "x-enum-deprecations": {
     "license_scanning": "Rules of this kind are no longer created."
    },
    "x-enum-descriptions": {
     "license_scanning": "Licenses of the software that the project depends on.",
     "code_coverage": "Share of the code that tests cover."
    }
   },
   "ApprovalConfiguration": {
    "type": "object",
    "description": "Merge request approval settings of a project.",
    "x-source": "document 1, section 2.9",
    "properties": {
     "approvers": {
      "type": "array",
      "deprecated": true,
      "x-deprecation": "Always empty. Use approvalRules of the project.",
      "x-never-shown": true,
      "description": "Users who once had to approve; always empty now.",
      "items": {
       "type": "object",
       "additionalProperties": true,
       "description": "Never present any more."
      }
     },
     "approver_groups": {
      "type": "array",
      "deprecated": true,
      "x-deprecation": "Always empty. Use approvalRules of the project.",
      "x-never-shown": true,
      "description": "Groups whose members once had to approve; always empty now.",
      "items": {
       "type": "object",
       "additionalProperties": true,
       "description": "Never present any more."
      }
     },
     "approvals_before_merge": {
      "type": "integer",
      "deprecated": true,
      "x-deprecation": "Use approvalRules of the project. To be removed in v5 of the REST interface.",
      "description": "Number of approvals that a merge request of the project needs before its merge."
     },
     "reset_approvals_on_push": {
      "type": "boolean",
      "description": "Whether a push to the source branch removes all existing approvals."
     },
     "selective_code_owner_removals": {
      "type": "boolean",
      "description": "Whether a push removes only the approvals of code owners whose files changed. Requires `resetApprovalsOnPush` to be false."
     },
     "disable_overriding_approvers_per_merge_request": {
      "type": "boolean",
      "description": "Whether merge requests cannot override the approval rules of the project."
     },
     "merge_requests_author_approval": {
      "type": "boolean",
      "description": "Whether authors may approve their own merge requests."
     },
     "merge_requests_disable_committers_approval": {
      "type": "boolean",
      "description": "Whether users who added commits to a merge request may not approve it."
     },
     "require_password_to_approve": {
      "type": "boolean",
      "deprecated": true,
      "x-deprecation": "Use requireReauthenticationToApprove.",
      "x-never-shown": true,
      "description": "Whether approvers must prove again who they are before they approve."
     },
     "require_reauthentication_to_approve": {
      "x-fallback": {
       "attribute": "require_password_to_approve"
      },
      "type": "boolean",
      "description": "Whether approving requires reauthentication by password or SAML sign-in."
     }
    }
   },
   "ApprovalRule": {
    "type": "object",
    "description": "A rule of a project on the number of approvals that a merge request needs, and the users who can give them.",
    "x-source": "document 1, section 2.10",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the rule, unique on the instance.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "maxLength": 1024,
      "description": "Name of the rule, at most 1024 characters.",
      "x-never-null": true
     },
     "rule_type": {
      "$ref": "#/components/schemas/ApprovalRuleType",
      "description": "Kind of the rule, which determines who can approve under it.",
      "x-never-null": true
     },
     "report_type": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/ApprovalReportType"
       },
       {
        "type": "null"
       }
      ],
      "description": "Report on which the rule of a policy depends; null for all other rules."
     },
     "eligible_approvers": {
      "x-never-null": true,
      "type": "array",
      "description": "Users whose approval counts for the rule, derived from its users, its groups and their members.",
      "items": {
       "$ref": "#/components/schemas/UserSummary"
      }
     },
     "approvals_required": {
      "type": "integer",
      "description": "Number of approvals that the rule requires; 0 makes them optional.",
      "x-never-null": true
     },
     "users": {
      "x-never-null": true,
      "type": "array",
      "description": "Users whom the rule lists individually.",
      "items": {
       "$ref": "#/components/schemas/UserSummary"
      }
     },
     "groups": {
      "x-never-null": true,
      "type": "array",
      "description": "Groups whose members may approve under the rule. Groups that the caller may not see are omitted.",
      "items": {
       "$ref": "#/components/schemas/ApprovalRuleGroup"
      }
     },
     "applies_to_all_protected_branches": {
      "type": "boolean",
      "description": "Whether the rule applies to all protected branches rather than only to `protectedBranches`; null if the tier has no such limits."
     },
     "protected_branches": {
      "type": "array",
      "description": "Protected branches to which the rule is limited; empty without such a limit, null if the tier has none.",
      "items": {
       "$ref": "#/components/schemas/ProtectedBranch"
      }
     },
     "contains_hidden_groups": {
      "type": "boolean",
      "description": "Whether the rule has groups that the caller may not see.",
      "x-never-null": true
     }
    }
   },
   "ApprovalRuleGroup": {
    "type": "object",
    "description": "A group whose members may fulfill an approval rule.",
    "x-source": "document 1, section 2.10",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Number of the group on this instance.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the group for display.",
      "x-never-null": true
     },
     "path": {
      "type": "string",
      "description": "Last part of the group's address.",
      "x-never-null": true
     },
     "description": {
      "type": "string",
      "description": "Text on the purpose of the group, empty when not described."
     },
     "visibility": {
      "$ref": "#/components/schemas/Visibility",
      "description": "Users who may see the group.",
      "x-never-null": true
     },
     "lfs_enabled": {
      "type": "boolean",
      "description": "Whether projects in the group may store large files outside their repository."
     },
     "avatar_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "Address of the group's picture; null if it has none."
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "Address of the group's page in the web interface.",
      "x-never-null": true
     },
     "request_access_enabled": {
      "type": "boolean",
      "description": "Whether users may request access to the group."
     },
     "full_name": {
      "type": "string",
      "description": "Name for display with those of the groups above it, as in `Parent / Group`.",
      "x-never-null": true
     },
     "full_path": {
      "type": "string",
      "description": "Full address of the group with those above it, as in `parent/group`.",
      "x-never-null": true
     },
     "parent_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Number of the group above; null for a top-level group."
     },
     "ldap_cn": {
      "type": [
       "string",
       "null"
      ],
      "description": "Common name of the directory group it is synced with; null without such a sync."
     },
     "ldap_access": {
      "oneOf": [
       {
        "$ref": "#/components/schemas/AccessLevel"
       },
       {
        "type": "null"
       }
      ],
      "description": "Role that members get who come from the directory; null without such a sync."
     }
    }
   },
   "ProtectedBranch": {
    "type": "object",
    "description": "A branch, or a pattern for branches, to which only some users may push or merge.",
    "x-source": "document 1, section 2.10",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the branch protection, unique on the instance.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the branch, or a pattern with `*` for several.",
      "x-never-null": true
     },
     "push_access_levels": {
      "x-never-null": true,
      "type": "array",
      "description": "Roles that may push to the branch.",
      "items": {
       "$ref": "#/components/schemas/BranchAccessLevel"
      }
     },
     "merge_access_levels": {
      "x-never-null": true,
      "type": "array",
      "description": "Roles that may merge into the branch.",
      "items": {
       "$ref": "#/components/schemas/BranchAccessLevel"
      }
     },
     "unprotect_access_levels": {
      "type": "array",
      "description": "Roles that may remove the protection of the branch.",
      "items": {
       "$ref": "#/components/schemas/BranchAccessLevel"
      }
     },
     "code_owner_approval_required": {
      "type": "string",
      "format": "boolean",
      "description": "Whether changes to files with code owners need their approval."
     }
    }
   },
   "BranchAccessLevel": {
    "type": "object",
    "description": "A role with a permission on a protected branch.",
    "x-source": "document 1, section 2.10",
    "properties": {
     "access_level": {
      "$ref": "#/components/schemas/AccessLevel",
      "description": "Lowest role that has the permission on the branch; `NO_ACCESS` if no role has it. Null if the permission is that of a user or group."
     },
     "access_level_description": {
      "type": "string",
      "description": "Name of the role for display, such as `Maintainers`.",
      "x-never-null": true
     }
    }
   },
   "Approval": {
    "type": "object",
    "description": "The approval of a merge request by one user.",
    "x-source": "document 1, section 2.11",
    "properties": {
     "user": {
      "$ref": "#/components/schemas/UserSummary",
      "description": "User who approved the merge request.",
      "x-never-null": true
     },
     "approved_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of the approval; null if the service does not report it."
     }
    }
   },
   "ApprovedMergeRequest": {
    "type": "object",
    "description": "How far a merge request is approved right after an approval, with the main facts about it.",
    "x-source": "document 1, section 2.11",
    "properties": {
     "id": {
      "x-never-shown": true,
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the merge request, unique on the instance.",
      "x-never-null": true
     },
     "iid": {
      "x-never-shown": true,
      "type": "integer",
      "format": "int64",
      "description": "Number of the merge request within its project, as in `!12`.",
      "x-never-null": true
     },
     "project_id": {
      "type": "integer",
      "format": "int64",
      "x-never-shown": true,
      "description": "Numeric id of the project into which it is to be merged.",
      "x-never-null": true
     },
     "title": {
      "x-never-shown": true,
      "type": "string",
      "description": "One-line title of the merge request."
     },
     "description": {
      "x-never-shown": true,
      "type": "string",
      "description": "Text on what the merge request changes and why, in the markup of the service."
     },
     "state": {
      "x-never-shown": true,
      "$ref": "#/components/schemas/MergeRequestState",
      "description": "Whether the merge request is open, closed, being merged or merged."
     },
     "created_at": {
      "x-never-shown": true,
      "type": "string",
      "format": "date-time",
      "description": "When the merge request was opened."
     },
     "updated_at": {
      "x-never-shown": true,
      "type": "string",
      "format": "date-time",
      "description": "When the merge request last changed."
     },
     "merge_status": {
      "type": "string",
      "deprecated": true,
      "x-deprecation": "Use detailedMergeStatus of the merge request.",
      "x-never-shown": true,
      "description": "Whether it can be merged without conflicts. An open set of words; `can_be_merged`, `cannot_be_merged` and `unchecked` are known."
     },
     "approvals_required": {
      "type": "integer",
      "description": "Number of approvals that all rules together require."
     },
     "approvals_left": {
      "type": "integer",
      "description": "Number of missing approvals; 0 if there are enough."
     },
     "approved_by": {
      "x-never-null": true,
      "type": "array",
      "description": "Current approvals, without revoked ones.",
      "items": {
       "$ref": "#/components/schemas/Approval"
      }
     }
    }
   },
   "MergeRequestApprovalState": {
    "description": "Approvals of a merge request, the number of missing ones, and the permissions of the caller.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/ApprovedMergeRequest"
     },
     {
      "type": "object",
      "description": "The part of the caller in the approval of a merge request.",
      "x-source": "beyond the documents, section 1",
      "properties": {
       "user_has_approved": {
        "type": "boolean",
        "description": "Whether the caller has approved the merge request.",
        "x-never-null": true
       },
       "user_can_approve": {
        "type": "boolean",
        "description": "Whether the caller can currently approve the merge request.",
        "x-never-null": true
       }
      }
     }
    ]
   },
   "ApproveMergeRequestBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Commit that an approval is given on, and password that proves it.",
    "x-source": "document 1, section 4.5",
    "properties": {
     "approval_password": {
      "type": "string",
      "x-secret": true,
      "description": "Password of the caller, required if the project requires reauthentication of approvers. Always rejected if SAML sign-in is enforced."
     },
     "sha": {
      "type": "string",
      "description": "SHA of the head commit that the caller reviewed. If the merge request has another head commit, the approval is rejected."
     }
    }
   },
   "UpdateProjectApprovalConfigurationBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Approval settings of a project to change.",
    "x-source": "document 1, section 4.5",
    "properties": {
     "approvals_before_merge": {
      "type": "integer",
      "deprecated": true,
      "x-deprecation": "Use approvalRules of the project. To be removed in v5 of the REST interface.",
      "description": "Number of approvals that a merge request of the project needs before its merge."
     },
     "disable_overriding_approvers_per_merge_request": {
      "type": "boolean",
      "description": "Whether merge requests cannot override the approval rules of the project."
     },
     "merge_requests_author_approval": {
      "type": "boolean",
      "description": "Whether authors may approve their own merge requests."
     },
     "merge_requests_disable_committers_approval": {
      "type": "boolean",
      "description": "Whether users who added commits to a merge request may not approve it."
     },
     "require_password_to_approve": {
      "type": "boolean",
      "deprecated": true,
      "x-deprecation": "Use requireReauthenticationToApprove.",
      "x-never-sent": true,
      "description": "Whether approvers must prove again who they are before they approve."
     },
     "require_reauthentication_to_approve": {
      "type": "boolean",
      "description": "Whether approving requires reauthentication by password or SAML sign-in."
     },
     "reset_approvals_on_push": {
      "type": "boolean",
      "description": "Whether a push to the source branch removes all existing approvals."
     },
     "selective_code_owner_removals": {
      "type": "boolean",
      "description": "Whether a push removes only the approvals of code owners whose files changed. Requires `resetApprovalsOnPush` to be false."
     }
    }
   },
   "CreateProjectApprovalRuleBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "A new approval rule of a project.",
    "x-source": "document 1, section 4.5",
    "required": [
     "approvals_required",
     "name"
    ],
    "properties": {
     "approvals_required": {
      "type": "integer",
      "description": "Number of approvals that the rule requires; 0 makes them optional."
     },
     "name": {
      "type": "string",
      "maxLength": 1024,
      "description": "Name of the rule, at most 1024 characters."
     },
     "applies_to_all_protected_branches": {
      "type": "boolean",
      "description": "Whether the rule applies to all protected branches. If true, `protectedBranchIds` is ignored."
     },
     "group_ids": {
      "type": "array",
      "description": "Groups whose members may fulfill the rule.",
      "items": {
       "type": "integer",
       "format": "int64",
       "description": "Number of one group."
      }
     },
     "protected_branch_ids": {
      "type": "array",
      "description": "Ids of the protected branches to which the rule is limited; ignored with `appliesToAllProtectedBranches: true`.",
      "items": {
       "type": "integer",
       "format": "int64",
       "description": "Number of one branch protection."
      }
     },
     "rule_type": {
      "$ref": "#/components/schemas/ApprovalRuleTypeInput",
      "description": "Kind of the rule. Only policies can create rules that depend on a report."
     },
     "user_ids": {
      "type": "array",
      "description": "Users who may fulfill the rule, together with those given by username.",
      "items": {
       "type": "integer",
       "format": "int64",
       "description": "Id of one user."
      }
     },
     "usernames": {
      "type": "array",
      "description": "Usernames of users who may approve under the rule, in addition to `users`.",
      "items": {
       "type": "string",
       "description": "Username of one user."
      }
     }
    }
   },
   "NoneOrAny": {
    "type": "string",
    "enum": [
     "None",
     "Any"
    ],
    "description": "Filter values that match the absence or presence of a value.",
    "x-source": "document 1, section 4.6",
    "x-enum-descriptions": {
     "None": "Matches if there is no value.",
     "Any": "Matches if there is at least one value."
    }
   },
   "MilestoneState": {
    "type": "string",
    "enum": [
     "active",
     "closed"
    ],
    "description": "Progress of a milestone.",
    "x-source": "document 1, section 2.12; its values are those of services of this kind",
    "x-enum-descriptions": {
     "active": "Work on the milestone is in progress.",
     "closed": "Work on the milestone has ended."
    }
   },
   "MergeRequestVersionState": {
    "type": "string",
    "enum": [
     "collected",
     "empty",
     "overflow",
     "without_files"
    ],
    "description": "State of the diff of a version.",
    "x-source": "beyond the documents, section 1",
    "x-enum-descriptions": {
     "collected": "The diff is stored.",
     "empty": "The diff is empty.",
     "overflow": "The diff is too large to be stored in full.",
     "without_files": "The files of the diff are no longer stored."
    }
   },
   "MergeRequestState": {
    "type": "string",
    "enum": [
     "opened",
     "closed",
     "locked",
     "merged"
    ],
    "description": "Current state of a merge request.",
    "x-source": "document 1, section 3.3",
    "x-enum-descriptions": {
     "opened": "Open for review and not merged yet.",
     "closed": "Closed without a merge.",
     "locked": "Being merged; lasts only a moment.",
     "merged": "Merged into the target branch."
    }
   },
   "MergeRequestStateFilter": {
    "type": "string",
    "enum": [
     "all",
     "opened",
     "closed",
     "locked",
     "merged"
    ],
    "description": "States by which merge requests can be filtered.",
    "x-source": "document 1, section 4.6",
    "x-enum-descriptions": {
     "all": "Merge requests in any state.",
     "opened": "Open for review and not merged yet.",
     "closed": "Closed without a merge.",
     "locked": "Being merged; so short that it usually matches nothing.",
     "merged": "Merged into the target branch."
    }
   },
   "MergeRequestScope": {
    "type": "string",
    "enum": [
     "created_by_me",
     "assigned_to_me",
     "reviews_for_me",
     "all"
    ],
    "description": "Relation of listed merge requests to the caller.",
    "x-source": "document 1, section 4.6",
    "x-enum-descriptions": {
     "created_by_me": "Those that the caller created.",
     "assigned_to_me": "Those that are assigned to the caller.",
     "reviews_for_me": "Those with the caller as reviewer.",
     "all": "All that the caller may see."
    }
   },
   "MergeRequestOrderField": {
    "type": "string",
    "enum": [
     "created_at",
     "updated_at",
     "merged_at",
     "label_priority",
     "priority",
     "milestone_due",
     "popularity",
     "title"
    ],
    "description": "Attributes by which a list of merge requests can be ordered.",
    "x-source": "document 1, section 4.6",
    "x-enum-descriptions": {
     "created_at": "By the time of creation.",
     "updated_at": "By the time of the last update.",
     "merged_at": "By the time of the merge.",
     "label_priority": "By the highest priority among the labels.",
     "priority": "By milestone due date, then by label priority.",
     "milestone_due": "By the due date of the milestone.",
     "popularity": "By the number of thumbs-up reactions.",
     "title": "By the title, in alphabetical order."
    }
   },
   "MergeRequestSearchField": {
    "type": "string",
    "enum": [
     "title",
     "description"
    ],
    "description": "Attribute of merge requests that `search` applies to.",
    "x-source": "document 1, section 4.6",
    "x-enum-descriptions": {
     "title": "Text of the title.",
     "description": "Text of the description."
    }
   },
   "MergeRequestView": {
    "type": "string",
    "enum": [
     "simple"
    ],
    "description": "How much of each merge request a list shows.",
    "x-source": "document 1, section 4.6",
    "x-enum-descriptions": {
     "simple": "Only number, address, title, description and basic state."
    }
   },
   "MergeRequestWip": {
    "type": "string",
    "enum": [
     "yes",
     "no"
    ],
    "description": "Older form of the draft filter, as a word.",
    "x-source": "document 1, section 4.6",
    "x-enum-descriptions": {
     "yes": "Only merge requests that are drafts.",
     "no": "Only merge requests that are no drafts."
    }
   },
   "MergeRequestNegatedFilters": {
    "type": "object",
    "additionalProperties": false,
    "description": "Conditions that a merge request must not meet to be listed.",
    "x-source": "document 1, section 4.6",
    "x-exclusive": [
     [
      "author_id",
      "author_username"
     ],
     [
      "assignee_id",
      "assignee_username"
     ],
     [
      "reviewer_id",
      "reviewer_username"
     ]
    ],
    "properties": {
     "labels": {
      "type": "array",
      "items": {
       "type": "string",
       "pattern": "^[^,]+$",
       "x-pattern-description": "a label name without a comma"
      },
      "x-comma-separated": true,
      "description": "Leaves out those that carry these labels, by name."
     },
     "milestone": {
      "type": "string",
      "description": "Leaves out those of the milestone with this title."
     },
     "author_id": {
      "type": "integer",
      "format": "int64",
      "description": "Leaves out those that the user with this numeric id created."
     },
     "author_username": {
      "type": "string",
      "description": "Leaves out those that the user with this username created."
     },
     "assignee_id": {
      "type": "integer",
      "format": "int64",
      "description": "Leaves out those assigned to the user with this numeric id."
     },
     "assignee_username": {
      "type": "string",
      "description": "Leaves out those assigned to the user with this username."
     },
     "reviewer_id": {
      "type": "integer",
      "format": "int64",
      "description": "Leaves out those that the user with this numeric id reviews."
     },
     "reviewer_username": {
      "type": "string",
      "description": "Leaves out those that the user with this username reviews."
     },
     "my_reaction_emoji": {
      "type": "string",
      "description": "Leaves out those to which the caller reacted with the emoji of this name."
     }
    }
   },
   "MergeRequestSimple": {
    "type": "object",
    "description": "A merge request in short form, with what names it and its basic state.",
    "x-source": "document 1, section 2.12",
    "properties": {
     "iid": {
      "type": "integer",
      "format": "int64",
      "description": "Number of the merge request within its project, as in `!12`.",
      "x-never-null": true
     },
     "title": {
      "type": "string",
      "description": "Title of the merge request; the title of a draft has a draft prefix.",
      "x-never-null": true
     },
     "description": {
      "type": [
       "string",
       "null"
      ],
      "description": "Description in Markdown; null if none exists."
     },
     "state": {
      "$ref": "#/components/schemas/MergeRequestState",
      "description": "Whether the merge request is open, closed, being merged or merged.",
      "x-never-null": true
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the merge request's page.",
      "x-never-null": true
     }
    }
   },
   "MergeRequestListItem": {
    "description": "A merge request as lists and dependencies show it.",
    "x-source": "document 1, section 2.12",
    "allOf": [
     {
      "$ref": "#/components/schemas/MergeRequestSimple"
     },
     {
      "type": "object",
      "description": "What a list item adds to the short form of a merge request.",
      "x-source": "document 1, section 2.12",
      "properties": {
       "id": {
        "type": "integer",
        "format": "int64",
        "description": "Numeric id of the merge request, unique on the instance.",
        "x-never-null": true
       },
       "project_id": {
        "type": "integer",
        "format": "int64",
        "description": "Numeric id of the project that the merge request belongs to.",
        "x-never-null": true
       },
       "description_html": {
        "type": "string",
        "description": "The description rendered as HTML; null if the service did not render it."
       },
       "created_at": {
        "type": "string",
        "format": "date-time",
        "description": "Time when the merge request was created.",
        "x-never-null": true
       },
       "updated_at": {
        "type": "string",
        "format": "date-time",
        "description": "Time when the merge request was last updated.",
        "x-never-null": true
       },
       "closed_at": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "Time when the merge request was closed without a merge; null if it was not."
       },
       "merged_at": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "Time of the merge; null until then."
       },
       "prepared_at": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "Time when the preparation after the creation finished, set once; null until then."
       },
       "merge_after": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "Earliest time at which the merge request may be merged; null for no limit."
       },
       "merge_status": {
        "x-extra": true,
        "type": "string",
        "deprecated": true,
        "x-deprecation": "Use detailedMergeStatus.",
        "description": "Whether it can be merged, in older words such as `can_be_merged`, `cannot_be_merged` and `unchecked`."
       },
       "detailed_merge_status": {
        "type": "string",
        "x-fallback": {
         "attribute": "merge_status"
        },
        "description": "Whether the merge request can be merged, or the reason why not. An open set of values: `mergeable`, `checking`, `approvals_syncing`, `unchecked`, `not_approved`, `not_open`, `commits_status`, `conflict`, `need_rebase`, `draft_status`, `discussions_not_resolved`, `ci_must_pass`, `ci_still_running`, `merge_request_blocked`, `requested_changes`, `preparing` and others. Of older services, which do not send it, `can_be_merged`, `cannot_be_merged` or `unchecked`."
       },
       "has_conflicts": {
        "type": "boolean",
        "description": "Whether the branches conflict. Also false before the check: see `detailedMergeStatus`."
       },
       "blocking_discussions_resolved": {
        "type": "boolean",
        "description": "Whether every discussion that must be resolved before the merge is resolved."
       },
       "draft": {
        "type": "boolean",
        "x-fallback": {
         "attribute": "work_in_progress"
        },
        "description": "Whether the merge request is a draft, which cannot be merged.",
        "x-never-null": true
       },
       "work_in_progress": {
        "type": "boolean",
        "deprecated": true,
        "x-deprecation": "Use draft.",
        "description": "Whether it is a draft, under the older term."
       },
       "discussion_locked": {
        "type": [
         "boolean",
         "null"
        ],
        "description": "Whether only members of the project may comment; null if never set."
       },
       "force_remove_source_branch": {
        "type": [
         "boolean",
         "null"
        ],
        "description": "Whether the author chose to delete the source branch on merge; null if never set."
       },
       "should_remove_source_branch": {
        "type": [
         "boolean",
         "null"
        ],
        "description": "Whether the merge deletes the source branch, as chosen for the merge; null if never set."
       },
       "merge_when_pipeline_succeeds": {
        "type": "boolean",
        "description": "Whether the merge request is set to auto-merge when all conditions are met.",
        "x-never-null": true
       },
       "merge_commit_sha": {
        "type": [
         "string",
         "null"
        ],
        "description": "SHA of the merge commit; null before the merge, or if it created no merge commit."
       },
       "squash_commit_sha": {
        "type": [
         "string",
         "null"
        ],
        "description": "SHA of the squash commit; null if none exists."
       },
       "sha": {
        "type": [
         "string",
         "null"
        ],
        "description": "SHA of the latest commit of the source branch; null if the branch has none."
       },
       "allow_collaboration": {
        "type": "boolean",
        "x-fallback": {
         "attribute": "allow_maintainer_to_push"
        },
        "description": "Whether users who may merge it may also push to the source branch. Merge requests from forks only; null for others."
       },
       "allow_maintainer_to_push": {
        "type": "boolean",
        "deprecated": true,
        "x-deprecation": "Use allowCollaboration.",
        "description": "Whether others may push to the source branch of a fork, under the older name."
       },
       "approvals_before_merge": {
        "x-extra": true,
        "type": [
         "integer",
         "null"
        ],
        "deprecated": true,
        "x-deprecation": "Use approvalRules of the project. To be removed in v5 of the REST interface.",
        "description": "Number of approvals needed before the merge, in the older form. Premium and Ultimate."
       },
       "assignees": {
        "x-never-null": true,
        "type": "array",
        "items": {
         "$ref": "#/components/schemas/MergeRequestUser"
        },
        "description": "Users who are responsible for the merge request."
       },
       "assignee": {
        "x-extra": true,
        "oneOf": [
         {
          "$ref": "#/components/schemas/MergeRequestUser"
         },
         {
          "type": "null"
         }
        ],
        "deprecated": true,
        "x-deprecation": "Use assignees.",
        "description": "First of the users who are responsible for it; null if nobody is."
       },
       "group_id": {
        "type": "integer",
        "format": "int64",
        "description": "Numeric id of the group that contains its project. Present only in the list of a group."
       },
       "author": {
        "$ref": "#/components/schemas/MergeRequestUser",
        "description": "User who created the merge request.",
        "x-never-null": true
       },
       "reviewers": {
        "type": "array",
        "items": {
         "$ref": "#/components/schemas/MergeRequestUser"
        },
        "description": "Users whose review is requested."
       },
       "closed_by": {
        "oneOf": [
         {
          "$ref": "#/components/schemas/MergeRequestUser"
         },
         {
          "type": "null"
         }
        ],
        "description": "User who closed the merge request without a merge; null if none exists."
       },
       "merge_user": {
        "x-fallback": {
         "attribute": "merged_by"
        },
        "oneOf": [
         {
          "$ref": "#/components/schemas/MergeRequestUser"
         },
         {
          "type": "null"
         }
        ],
        "description": "User who merged the merge request or set it to auto-merge; null if none exists."
       },
       "merged_by": {
        "oneOf": [
         {
          "$ref": "#/components/schemas/MergeRequestUser"
         },
         {
          "type": "null"
         }
        ],
        "deprecated": true,
        "x-deprecation": "Use mergeUser.",
        "description": "User who merged it; null until merged."
       },
       "milestone": {
        "oneOf": [
         {
          "$ref": "#/components/schemas/Milestone"
         },
         {
          "type": "null"
         }
        ],
        "description": "Milestone of the merge request; null if none exists."
       },
       "labels": {
        "x-never-null": true,
        "type": "array",
        "items": {
         "oneOf": [
          {
           "type": "string"
          },
          {
           "$ref": "#/components/schemas/MergeRequestLabel"
          }
         ]
        },
        "description": "Labels of the merge request, as bare names or, where label details were requested, in full."
       },
       "source_branch": {
        "type": "string",
        "description": "Name of the branch that contains the changes.",
        "x-never-null": true
       },
       "target_branch": {
        "type": "string",
        "description": "Name of the branch to merge into.",
        "x-never-null": true
       },
       "source_project_id": {
        "type": [
         "integer",
         "null"
        ],
        "format": "int64",
        "description": "Numeric id of the project that holds the source branch; null if that fork no longer exists."
       },
       "target_project_id": {
        "type": "integer",
        "format": "int64",
        "description": "Numeric id of the project that holds the target branch.",
        "x-never-null": true
       },
       "user_notes_count": {
        "type": "integer",
        "description": "Number of comments by users, without system notes.",
        "x-never-null": true
       },
       "upvotes": {
        "type": "integer",
        "description": "Number of thumbs-up reactions.",
        "x-never-null": true
       },
       "downvotes": {
        "type": "integer",
        "description": "Number of thumbs-down reactions.",
        "x-never-null": true
       },
       "imported": {
        "type": "boolean",
        "description": "Whether the merge request was imported from another host."
       },
       "imported_from": {
        "type": "string",
        "description": "Source of the import; `none` if the merge request was not imported."
       },
       "reference": {
        "x-extra": true,
        "type": "string",
        "deprecated": true,
        "x-deprecation": "Use references.",
        "description": "Short reference for texts, as in `!12`."
       },
       "references": {
        "$ref": "#/components/schemas/MergeRequestReferences",
        "description": "References to the merge request, for use in comments and descriptions.",
        "x-never-null": true
       },
       "time_stats": {
        "$ref": "#/components/schemas/TimeStats",
        "description": "Estimated and spent time.",
        "x-never-null": true
       },
       "squash": {
        "type": "boolean",
        "description": "Whether the author chose to squash the commits into one.",
        "x-never-null": true
       },
       "squash_on_merge": {
        "type": "boolean",
        "description": "Whether the merge will squash the commits, including project settings."
       },
       "task_completion_status": {
        "$ref": "#/components/schemas/TaskCompletionStatus",
        "description": "Progress of the task list in the description.",
        "x-never-null": true
       }
      }
     }
    ]
   },
   "MergeRequest": {
    "description": "A merge request, which proposes to merge one branch into another.",
    "x-source": "document 1, section 2.12",
    "x-assumed": true,
    "allOf": [
     {
      "$ref": "#/components/schemas/MergeRequestListItem"
     },
     {
      "type": "object",
      "description": "What reading one merge request adds to the list item.",
      "x-source": "beyond the documents, section 1",
      "properties": {
       "subscribed": {
        "type": "boolean",
        "description": "Whether the caller is subscribed to notifications of the merge request.",
        "x-never-null": true
       },
       "changes_count": {
        "type": [
         "string",
         "null"
        ],
        "description": "Number of changed files, as a string because very large numbers end in a plus sign, as in `1000+`; null while unknown."
       },
       "user": {
        "$ref": "#/components/schemas/MergeRequestUserPermissions",
        "description": "Permissions of the caller on the merge request.",
        "x-never-null": true
       },
       "latest_build_started_at": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "Time when the latest pipeline of the current commit started; null if none has started."
       },
       "first_deployed_to_production_at": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "Time of the first deployment of the changes to production; null until then."
       },
       "head_pipeline": {
        "oneOf": [
         {
          "$ref": "#/components/schemas/Pipeline"
         },
         {
          "type": "null"
         }
        ],
        "description": "Pipeline of the latest commit of the source branch; null if none exists."
       },
       "diff_refs": {
        "oneOf": [
         {
          "$ref": "#/components/schemas/DiffRefs"
         },
         {
          "type": "null"
         }
        ],
        "description": "Commits that the latest diff compares; null while the diff is being prepared."
       },
       "merge_error": {
        "type": [
         "string",
         "null"
        ],
        "description": "Reason why the last merge attempt failed; null if none failed."
       },
       "diverged_commits_count": {
        "type": [
         "integer",
         "null"
        ],
        "description": "Number of commits by which the source branch is behind the target branch; null if the service does not count them."
       },
       "rebase_in_progress": {
        "type": [
         "boolean",
         "null"
        ],
        "description": "Whether a rebase is in progress; null if the service does not report it."
       }
      }
     }
    ]
   },
   "MergeRequestUserPermissions": {
    "type": "object",
    "description": "Permissions of the caller on a merge request.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "can_merge": {
      "type": "boolean",
      "description": "Whether the caller may merge the merge request.",
      "x-never-null": true
     }
    }
   },
   "MergeRequestLabel": {
    "type": "object",
    "description": "A label as it stands on a merge request, when label details were requested.",
    "x-source": "document 1, section 2.12",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the label, unique on the instance.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the label, unique within its project.",
      "x-never-null": true
     },
     "color": {
      "type": "string",
      "description": "Background color as a hash sign and 6 hexadecimal digits.",
      "x-never-null": true
     },
     "text_color": {
      "type": "string",
      "description": "Color in which text on the label is readable.",
      "x-never-null": true
     },
     "description": {
      "type": [
       "string",
       "null"
      ],
      "description": "Text on what the label is for; null if not described."
     },
     "description_html": {
      "type": [
       "string",
       "null"
      ],
      "description": "The label's description rendered as HTML; null if not described."
     },
     "archived": {
      "type": "boolean",
      "description": "Whether the label is archived and no longer offered for use."
     }
    }
   },
   "Milestone": {
    "type": "object",
    "description": "A milestone of a project or group, for planning work. Milestones cannot be read by id, so the type is no `Node`.",
    "x-source": "document 1, section 2.12",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the milestone, unique on the instance.",
      "x-never-null": true
     },
     "iid": {
      "type": "integer",
      "format": "int64",
      "description": "Number of the milestone within its project or group.",
      "x-never-null": true
     },
     "project_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Numeric id of the project that it belongs to; null for a group's milestone."
     },
     "group_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Numeric id of the group that it belongs to; null for a project's milestone."
     },
     "title": {
      "type": "string",
      "description": "Title of the milestone, as in filters.",
      "x-never-null": true
     },
     "description": {
      "type": [
       "string",
       "null"
      ],
      "description": "Free text about the milestone; null if not described."
     },
     "state": {
      "$ref": "#/components/schemas/MilestoneState",
      "description": "Progress of the milestone.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the milestone was created.",
      "x-never-null": true
     },
     "updated_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the milestone was last updated.",
      "x-never-null": true
     },
     "due_date": {
      "type": [
       "string",
       "null"
      ],
      "format": "date",
      "description": "Due date of the milestone; null if it has none."
     },
     "start_date": {
      "type": [
       "string",
       "null"
      ],
      "format": "date",
      "description": "Start date of the milestone; null if it has none."
     },
     "expired": {
      "type": "boolean",
      "description": "Whether the due date has passed."
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the milestone's page.",
      "x-never-null": true
     }
    }
   },
   "MergeRequestReferences": {
    "type": "object",
    "description": "References to a merge request, for use in comments and descriptions.",
    "x-source": "document 1, section 2.12",
    "properties": {
     "short": {
      "type": "string",
      "description": "Reference for use within the same project, as in `!12`.",
      "x-never-null": true
     },
     "relative": {
      "type": "string",
      "description": "Shortest form that is clear where the merge request was read.",
      "x-never-shown": true
     },
     "full": {
      "type": "string",
      "description": "Reference for use anywhere, as in `group/project!12`.",
      "x-never-null": true
     }
    }
   },
   "TimeStats": {
    "type": "object",
    "description": "Estimated and spent time of a merge request.",
    "x-source": "document 1, section 2.12",
    "properties": {
     "time_estimate": {
      "type": "integer",
      "description": "Estimated time in seconds; 0 if nothing was estimated.",
      "x-never-null": true
     },
     "total_time_spent": {
      "type": "integer",
      "description": "Time spent so far in seconds.",
      "x-never-null": true
     },
     "human_time_estimate": {
      "type": [
       "string",
       "null"
      ],
      "description": "Human-readable estimate, such as `3h 30m`; null if nothing was estimated."
     },
     "human_total_time_spent": {
      "type": [
       "string",
       "null"
      ],
      "description": "Human-readable time spent, such as `1h`; null if none was spent."
     }
    }
   },
   "TaskCompletionStatus": {
    "type": "object",
    "description": "Progress of the task list in a description.",
    "x-source": "document 1, section 2.12",
    "properties": {
     "count": {
      "type": "integer",
      "description": "Number of tasks in the description.",
      "x-never-null": true
     },
     "completed_count": {
      "type": "integer",
      "description": "Number of completed tasks.",
      "x-never-null": true
     }
    }
   },
   "DiffRefs": {
    "type": "object",
    "description": "Commits that the diff of a merge request compares.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "base_sha": {
      "type": "string",
      "description": "SHA of the merge base of the source and target branches."
     },
     "head_sha": {
      "type": "string",
      "description": "SHA of the latest commit of the source branch."
     },
     "start_sha": {
      "type": "string",
      "description": "SHA of the commit of the target branch with which the diff is compared."
     }
    }
   },
   "MergeRequestVersion": {
    "type": "object",
    "description": "One version of the diff of a merge request. Each push creates one.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the version, unique on the instance.",
      "x-never-null": true
     },
     "head_commit_sha": {
      "type": "string",
      "description": "SHA of the latest commit of the source branch in this version.",
      "x-never-null": true
     },
     "base_commit_sha": {
      "type": "string",
      "description": "SHA of the merge base of the source and target branches."
     },
     "start_commit_sha": {
      "type": "string",
      "description": "SHA of the commit of the target branch with which this version is compared."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the version was created.",
      "x-never-null": true
     },
     "state": {
      "$ref": "#/components/schemas/MergeRequestVersionState",
      "description": "State of the diff.",
      "x-never-null": true
     },
     "real_size": {
      "type": "string",
      "x-graph-name": "changesCount",
      "description": "Number of changed files, as a string because very large numbers end in a plus sign."
     },
     "patch_id_sha": {
      "type": [
       "string",
       "null"
      ],
      "description": "SHA of the content of the diff, independent of its commits. Null while the diff is being prepared, when an approval is too early."
     }
    }
   },
   "CreatedMergeRequestBlock": {
    "type": "object",
    "description": "A dependency between two merge requests as its creation shows it.",
    "x-source": "document 1, section 2.13",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the dependency, unique on the instance.",
      "x-never-null": true
     },
     "blocking_merge_request": {
      "$ref": "#/components/schemas/MergeRequestListItem",
      "description": "Merge request that must be merged first; null if the caller may not see it."
     },
     "project_id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the project that the dependency belongs to.",
      "x-never-null": true
     }
    }
   },
   "MergeRequestBlock": {
    "description": "A dependency between two merge requests, one of which must be merged before the other.",
    "x-source": "document 1, section 2.13",
    "allOf": [
     {
      "$ref": "#/components/schemas/CreatedMergeRequestBlock"
     },
     {
      "type": "object",
      "description": "What the lists of dependencies add to a dependency.",
      "x-source": "document 1, section 2.13",
      "properties": {
       "blocked_merge_request": {
        "$ref": "#/components/schemas/MergeRequestListItem",
        "description": "Merge request that waits for the blocking one; null if the caller may not see it. Costs one call in the payload of `mergeRequestBlockCreate`."
       }
      }
     }
    ]
   },
   "CreateMergeRequestBlockBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Which merge request shall block the present one.",
    "x-source": "document 1, section 4.6",
    "x-at-least-one": [
     [
      "blocking_merge_request_id",
      "blocking_merge_request_iid"
     ]
    ],
    "properties": {
     "blocking_merge_request_id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the merge request that shall block; needed unless the number within its project is given."
     },
     "blocking_merge_request_iid": {
      "type": "integer",
      "format": "int64",
      "description": "Number within its project of the merge request that shall block; needed unless the numeric id is given."
     },
     "blocking_project_id": {
      "oneOf": [
       {
        "type": "integer",
        "format": "int64"
       },
       {
        "type": "string",
        "minLength": 1
       }
      ],
      "description": "Project that the number within a project belongs to, as its numeric id or its full path; the project of the blocked merge request when absent."
     }
    }
   },
   "Issue": {
    "type": "object",
    "description": "An issue of a project. Only its notes are available, not title, state or text. It exists if its notes can be listed.",
    "x-source": "document 1, section 4.1",
    "properties": {
     "iid": {
      "type": "integer",
      "format": "int64",
      "description": "Number of the issue within its project.",
      "x-never-null": true
     }
    }
   },
   "Snippet": {
    "type": "object",
    "description": "A snippet of a project. Only its notes are available, not title or text. It exists if its notes can be listed. Personal snippets are not found.",
    "x-source": "document 1, section 4.1",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the snippet, unique on the instance.",
      "x-never-null": true
     }
    }
   },
   "Epic": {
    "type": "object",
    "description": "An epic of a group. Only its notes are available, not title, state or text. It exists if its notes can be listed. Epics become work items in v5 of the REST interface.",
    "x-source": "document 1, section 4.1",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "x-never-null": true,
      "description": "Numeric id of the epic, unique on the instance. Not its number within the group (iid)."
     }
    }
   },
   "NoteOrderField": {
    "type": "string",
    "enum": [
     "created_at",
     "updated_at"
    ],
    "description": "Attributes by which a list of notes can be ordered.",
    "x-source": "document 1, section 4.1",
    "x-enum-descriptions": {
     "created_at": "By the time of creation.",
     "updated_at": "By the time of the last change."
    }
   },
   "NoteActivityFilter": {
    "type": "string",
    "enum": [
     "all_notes",
     "only_comments",
     "only_activity"
    ],
    "description": "Kinds of notes by which the notes of an issue can be filtered.",
    "x-source": "document 1, section 4.1",
    "x-enum-descriptions": {
     "all_notes": "Comments and system notes.",
     "only_comments": "Comments without system notes.",
     "only_activity": "System notes without comments."
    }
   },
   "Note": {
    "type": "object",
    "description": "A comment on an issue, project snippet, merge request or epic, or a system note that records a change of it.",
    "x-source": "document 1, section 2.2",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the note, unique on the instance.",
      "x-never-null": true
     },
     "body": {
      "type": "string",
      "maxLength": 1000000,
      "description": "Text of the note, in the markup of the service; at most 1,000,000 characters.",
      "x-never-null": true
     },
     "author": {
      "$ref": "#/components/schemas/NoteAuthor",
      "description": "User who wrote the note or, for a system note, made the change.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the note was created.",
      "x-never-null": true
     },
     "updated_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the note was last changed.",
      "x-never-null": true
     },
     "system": {
      "type": "boolean",
      "description": "Whether the note is a system note, which records a change.",
      "x-never-null": true
     },
     "noteable_id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the noteable, unique on the instance. The global id of an issue or merge request contains its `iid` instead.",
      "x-never-null": true
     },
     "noteable_type": {
      "type": "string",
      "description": "Type of the noteable, such as `Issue` or `MergeRequest`; an open set.",
      "x-never-null": true
     },
     "project_id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the project; null for notes that belong to a group."
     },
     "noteable_iid": {
      "type": "integer",
      "format": "int64",
      "description": "Number of the noteable within its project or group (iid); null if it has none."
     },
     "resolvable": {
      "type": "boolean",
      "description": "Whether the note is part of a thread that can be marked as resolved.",
      "x-never-null": true
     },
     "confidential": {
      "type": "boolean",
      "deprecated": true,
      "x-deprecation": "Use internal.",
      "description": "Whether the note is internal, under the older name; always the same as `internal`."
     },
     "internal": {
      "x-fallback": {
       "attribute": "confidential"
      },
      "type": "boolean",
      "description": "Whether the note is visible only to members who may see confidential content."
     },
     "imported": {
      "type": "boolean",
      "description": "Whether the note was imported from another host."
     },
     "imported_from": {
      "type": "string",
      "description": "Source of an imported note; `none` if the note was not imported. An open set of values."
     },
     "type": {
      "type": [
       "string",
       "null"
      ],
      "x-assumed": true,
      "description": "Kind of the note, such as `DiscussionNote` or `DiffNote`; an open set. Null for a note outside of discussions."
     },
     "resolved": {
      "type": [
       "boolean",
       "null"
      ],
      "x-assumed": true,
      "description": "Whether the note is resolved; null if it is not resolvable."
     },
     "resolved_by": {
      "$ref": "#/components/schemas/UserSummary",
      "x-assumed": true,
      "description": "User who resolved the note; null if it is not resolved."
     },
     "resolved_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "x-assumed": true,
      "description": "Time when the note was resolved; null if it is not."
     },
     "attachment": {
      "type": [
       "string",
       "null"
      ],
      "x-assumed": true,
      "description": "Name or URL of a legacy file attachment of the note; null if none exists."
     },
     "commands_changes": {
      "type": [
       "object",
       "null"
      ],
      "additionalProperties": true,
      "x-assumed": true,
      "description": "New values that quick actions in the text set, by attribute; empty or null if there were none."
     }
    }
   },
   "NoteAuthor": {
    "type": "object",
    "description": "The author of a note, as notes show users.",
    "x-source": "document 1, section 2.2",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the user, unique on the instance.",
      "x-never-null": true
     },
     "username": {
      "type": "string",
      "description": "Unique name of the user, as in mentions and URLs.",
      "x-never-null": true
     },
     "email": {
      "type": "string",
      "format": "email",
      "description": "Email address of the user; absent where the caller may not see it."
     },
     "name": {
      "type": "string",
      "description": "Full name of the user. It may be redacted for callers who are not allowed to see it.",
      "x-never-null": true
     },
     "state": {
      "$ref": "#/components/schemas/UserState",
      "description": "State of the account.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "When the account was created."
     }
    }
   },
   "QuickActionResult": {
    "type": "object",
    "description": "Result of a text of only quick actions, in place of a note.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "commands_changes": {
      "type": "object",
      "additionalProperties": true,
      "description": "New values that the quick actions set, by attribute."
     },
     "summary": {
      "type": "array",
      "description": "Effect of each quick action, or the reason why it had none.",
      "items": {
       "type": "string",
       "description": "One sentence about one quick action."
      }
     }
    }
   },
   "NoteEmojiReaction": {
    "type": "object",
    "description": "Reaction that a text of only an emoji adds in place of a note.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the reaction, unique on the instance.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the emoji without colons, such as `thumbsup`.",
      "x-never-null": true
     },
     "user": {
      "$ref": "#/components/schemas/UserSummary",
      "description": "User who reacted: the caller."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the reaction was added.",
      "x-never-null": true
     },
     "awardable_id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the object of the reaction, unique on the instance.",
      "x-never-null": true
     },
     "awardable_type": {
      "type": "string",
      "description": "Type of the object of the reaction, such as `Issue` or `MergeRequest`.",
      "x-never-null": true
     }
    }
   },
   "CreateIssueNoteBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "A new comment on an issue.",
    "x-source": "document 1, section 4.1",
    "required": [
     "body"
    ],
    "properties": {
     "body": {
      "type": "string",
      "maxLength": 1000000,
      "description": "Text of the note, in the markup of the service; at most 1,000,000 characters. Can contain quick actions."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "formatExclusiveMinimum": "1970-01-01T00:00:00Z",
      "description": "Creation time of the note. Defaults to now; must be after 1970-01-01. For administrators and owners of the project or group."
     },
     "internal": {
      "type": "boolean",
      "default": false,
      "description": "Whether the note is visible only to members who may see confidential content. Defaults to false. Notes of issues and merge requests only; rejected for others."
     },
     "confidential": {
      "type": "boolean",
      "default": false,
      "deprecated": true,
      "x-deprecation": "Use internal.",
      "x-never-sent": true,
      "description": "Whether the note is internal, under the older name. It has no effect when `internal` is given too."
     }
    }
   },
   "UpdateIssueNoteBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Changes to a note of an issue.",
    "x-source": "document 1, section 4.1",
    "properties": {
     "body": {
      "type": "string",
      "maxLength": 1000000,
      "description": "New text of the note, in the markup of the service; at most 1,000,000 characters. Required, except for a note of an issue, whose text does not change without it."
     },
     "confidential": {
      "type": "boolean",
      "deprecated": true,
      "x-deprecation": "Has no replacement in this input.",
      "description": "Whether the note is internal; older name of `internal`, which updates do not accept. Notes of issues and merge requests only; rejected for others."
     }
    }
   },
   "CreateSnippetNoteBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "A new comment on a project snippet.",
    "x-source": "document 1, section 4.1",
    "required": [
     "body"
    ],
    "properties": {
     "body": {
      "type": "string",
      "maxLength": 1000000,
      "description": "Text of the note, in the markup of the service; at most 1,000,000 characters. Can contain quick actions."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "formatExclusiveMinimum": "1970-01-01T00:00:00Z",
      "description": "Creation time of the note. Defaults to now; must be after 1970-01-01. For administrators and owners of the project or group."
     }
    }
   },
   "UpdateSnippetNoteBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "The new text of a note of a project snippet.",
    "x-source": "document 1, section 4.1",
    "required": [
     "body"
    ],
    "properties": {
     "body": {
      "type": "string",
      "maxLength": 1000000,
      "description": "New text of the note, in the markup of the service; at most 1,000,000 characters."
     }
    }
   },
   "CreateMergeRequestNoteBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "A new comment on a merge request.",
    "x-source": "document 1, section 4.1",
    "required": [
     "body"
    ],
    "properties": {
     "body": {
      "type": "string",
      "maxLength": 1000000,
      "description": "Text of the note, in the markup of the service; at most 1,000,000 characters. Can contain quick actions."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "formatExclusiveMinimum": "1970-01-01T00:00:00Z",
      "description": "Creation time of the note. Defaults to now; must be after 1970-01-01. For administrators and owners of the project or group."
     },
     "internal": {
      "type": "boolean",
      "default": false,
      "description": "Whether the note is visible only to members who may see confidential content. Defaults to false. Notes of issues and merge requests only; rejected for others."
     },
     "merge_request_diff_head_sha": {
      "type": "string",
      "description": "SHA of the head commit of the merge request. Notes of merge requests only; rejected for others. The `/merge` quick action requires it, and does nothing if it is no longer the head commit."
     }
    }
   },
   "UpdateMergeRequestNoteBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Changes to a note of a merge request.",
    "x-source": "document 1, section 4.1",
    "required": [
     "body"
    ],
    "properties": {
     "body": {
      "type": "string",
      "maxLength": 1000000,
      "description": "New text of the note, in the markup of the service; at most 1,000,000 characters."
     },
     "confidential": {
      "type": "boolean",
      "deprecated": true,
      "x-deprecation": "Has no replacement in this input.",
      "description": "Whether the note is internal; older name of `internal`, which updates do not accept. Notes of issues and merge requests only; rejected for others."
     }
    }
   },
   "CreateEpicNoteBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "A new comment on an epic.",
    "x-source": "document 1, section 4.1",
    "required": [
     "body"
    ],
    "properties": {
     "body": {
      "type": "string",
      "maxLength": 1000000,
      "description": "Text of the note, in the markup of the service; at most 1,000,000 characters. Can contain quick actions."
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "formatExclusiveMinimum": "1970-01-01T00:00:00Z",
      "description": "Creation time of the note. Defaults to now; must be after 1970-01-01. For administrators and owners of the project or group."
     }
    }
   },
   "UpdateEpicNoteBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "The new text of a note of an epic.",
    "x-source": "document 1, section 4.1",
    "required": [
     "body"
    ],
    "properties": {
     "body": {
      "type": "string",
      "maxLength": 1000000,
      "description": "New text of the note, in the markup of the service; at most 1,000,000 characters."
     }
    }
   },
   "PipelineStatus": {
    "type": "string",
    "enum": [
     "created",
     "waiting_for_resource",
     "preparing",
     "pending",
     "running",
     "canceling",
     "success",
     "failed",
     "canceled",
     "skipped",
     "manual",
     "scheduled"
    ],
    "description": "Current status of a pipeline.",
    "x-source": "document 1, section 2.3; canceling from beyond the documents, section 2",
    "x-enum-descriptions": {
     "created": "Created, but no job has been queued yet.",
     "waiting_for_resource": "Waits for a resource group to be free.",
     "preparing": "Being prepared before its first jobs are queued.",
     "pending": "Queued, waits for a runner.",
     "running": "At least one job is running.",
     "canceling": "Being canceled; cleanup of some jobs is still running.",
     "success": "Ended, and all required jobs succeeded.",
     "failed": "Ended, and at least one required job failed.",
     "canceled": "Ended, because it was canceled.",
     "skipped": "Ended without running, as the commit or configuration specifies.",
     "manual": "Waits for a user to start a manual job.",
     "scheduled": "Waits for the scheduled time of a delayed job."
    }
   },
   "PipelineStatusFilter": {
    "allOf": [
     {
      "$ref": "#/components/schemas/PipelineStatus"
     }
    ],
    "enum": [
     "created",
     "waiting_for_resource",
     "preparing",
     "pending",
     "running",
     "success",
     "failed",
     "canceled",
     "skipped",
     "manual",
     "scheduled"
    ],
    "description": "Statuses by which pipelines can be filtered.",
    "x-source": "document 1, section 2.3"
   },
   "PipelineOrderField": {
    "type": "string",
    "enum": [
     "id",
     "status",
     "ref",
     "updated_at",
     "user_id"
    ],
    "description": "Attributes by which a list of pipelines can be ordered.",
    "x-source": "document 1, section 4.2",
    "x-enum-descriptions": {
     "id": "By the id, in the order of creation.",
     "status": "By the status, in alphabetical order.",
     "ref": "By the name of the branch or tag.",
     "updated_at": "By the time of the last update.",
     "user_id": "By the id of the user who started the pipeline."
    }
   },
   "PipelineScope": {
    "type": "string",
    "enum": [
     "running",
     "pending",
     "finished",
     "branches",
     "tags"
    ],
    "description": "Subsets of pipelines to which a list can be limited.",
    "x-source": "document 1, section 4.2",
    "x-enum-descriptions": {
     "running": "Pipelines with running jobs.",
     "pending": "Pipelines that wait for a runner.",
     "finished": "Pipelines that have ended, with any result.",
     "branches": "The latest pipeline of each branch only.",
     "tags": "The latest pipeline of each tag only."
    }
   },
   "PipelineVariableType": {
    "type": "string",
    "enum": [
     "env_var",
     "file"
    ],
    "description": "Form in which jobs receive the value of a variable.",
    "x-source": "document 1, section 2.4",
    "x-enum-descriptions": {
     "env_var": "An environment variable with the value.",
     "file": "A file with the value; the environment variable contains its path."
    }
   },
   "PipelineListItem": {
    "type": "object",
    "description": "A pipeline as the pipeline list gives it.",
    "x-source": "document 1, section 2.3",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the pipeline, unique on the instance.",
      "x-never-null": true
     },
     "iid": {
      "type": "integer",
      "format": "int64",
      "description": "Number of the pipeline within its project, starting with 1."
     },
     "project_id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the project that the pipeline belongs to."
     },
     "status": {
      "$ref": "#/components/schemas/PipelineStatus",
      "description": "Current status of the pipeline.",
      "x-never-null": true
     },
     "source": {
      "type": "string",
      "description": "Event that started the pipeline, such as `push`, `web` or `parent_pipeline`; an open set."
     },
     "ref": {
      "type": "string",
      "description": "Branch or tag for which the pipeline runs.",
      "x-never-null": true
     },
     "sha": {
      "type": "string",
      "description": "SHA of the commit for which the pipeline runs.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the pipeline from its configuration; null if it has none."
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the pipeline's page.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the pipeline was created.",
      "x-never-null": true
     },
     "updated_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the pipeline was last updated.",
      "x-never-null": true
     }
    }
   },
   "Pipeline": {
    "description": "A run of a project's CI/CD configuration for one commit, consisting of jobs.",
    "x-source": "document 1, section 2.3",
    "allOf": [
     {
      "$ref": "#/components/schemas/PipelineListItem"
     },
     {
      "type": "object",
      "properties": {
       "before_sha": {
        "type": "string",
        "description": "SHA of the head commit of the branch before the push; all zeros if there was none.",
        "x-never-null": true
       },
       "tag": {
        "type": "boolean",
        "description": "Whether the pipeline runs for a tag instead of a branch.",
        "x-never-null": true
       },
       "yaml_errors": {
        "type": [
         "string",
         "null"
        ],
        "description": "Errors of the configuration; null if it is valid."
       },
       "user": {
        "$ref": "#/components/schemas/PipelineUser",
        "description": "User who started the pipeline."
       },
       "started_at": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "Time when the first job started; null until then."
       },
       "finished_at": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "Time when the pipeline ended; null until then."
       },
       "committed_at": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "Time of the commit; null if the service does not report it."
       },
       "duration": {
        "type": [
         "integer",
         "null"
        ],
        "description": "Run time of the jobs in seconds; null until the pipeline has ended."
       },
       "queued_duration": {
        "type": [
         "number",
         "null"
        ],
        "description": "Time in seconds that the pipeline waited for the start of its first job; null until then."
       },
       "coverage": {
        "type": [
         "string",
         "null"
        ],
        "format": "decimal",
        "description": "Test coverage in percent that the jobs reported; null if none did."
       },
       "detailed_status": {
        "$ref": "#/components/schemas/PipelineDetailedStatus",
        "description": "Status in the form for display on a page."
       },
       "archived": {
        "type": "boolean",
        "description": "Whether the pipeline is archived, so that its jobs can no longer be retried."
       }
      }
     }
    ]
   },
   "PipelineUser": {
    "type": "object",
    "description": "The user who started a pipeline, as the pipeline embeds it.",
    "x-source": "document 1, section 2.3",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the user, unique on the instance.",
      "x-never-null": true
     },
     "username": {
      "type": "string",
      "description": "Unique name of the user, as in mentions and URLs.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Full name of the user. It may be redacted for callers who are not allowed to see it.",
      "x-never-null": true
     },
     "state": {
      "$ref": "#/components/schemas/UserState",
      "description": "State of the account.",
      "x-never-null": true
     },
     "avatar_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the user's avatar."
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the user's profile page.",
      "x-never-null": true
     }
    }
   },
   "PipelineDetailedStatus": {
    "type": "object",
    "description": "Status of a pipeline in the form for display on a page.",
    "x-source": "document 1, section 2.3",
    "properties": {
     "icon": {
      "type": "string",
      "description": "Name of the icon for the status, such as `status_success`.",
      "x-never-null": true
     },
     "text": {
      "type": "string",
      "description": "Short label of the status, such as `passed`.",
      "x-never-null": true
     },
     "label": {
      "type": "string",
      "description": "Long label of the status, such as `passed with warnings`.",
      "x-never-null": true
     },
     "group": {
      "type": "string",
      "description": "Group of statuses with the same appearance, such as `success`.",
      "x-never-null": true
     },
     "tooltip": {
      "type": "string",
      "description": "Text of the tooltip for the status.",
      "x-never-null": true
     },
     "has_details": {
      "type": "boolean",
      "description": "Whether the caller may open the details page of the status.",
      "x-never-null": true
     },
     "details_path": {
      "type": "string",
      "description": "Path of the details page of the status, without the host."
     },
     "illustration": {
      "oneOf": [
       {
        "type": "string"
       },
       {
        "type": "object",
        "additionalProperties": true
       },
       {
        "type": "null"
       }
      ],
      "description": "Image that explains the status: its path, or an object with the path as `image`; null if none exists."
     },
     "favicon": {
      "type": "string",
      "description": "Path of the favicon for the status, without the host.",
      "x-never-null": true
     }
    }
   },
   "PipelineVariable": {
    "type": "object",
    "description": "A variable with which a pipeline was started.",
    "x-source": "document 1, section 2.4",
    "properties": {
     "key": {
      "type": "string",
      "description": "Name of the variable.",
      "x-never-null": true
     },
     "variable_type": {
      "x-never-null": true,
      "$ref": "#/components/schemas/PipelineVariableType",
      "default": "env_var",
      "description": "Form in which jobs receive the value; `ENV_VAR` if the service does not send it."
     },
     "value": {
      "type": "string",
      "x-secret": true,
      "description": "Value of the variable, possibly a secret.",
      "x-never-null": true
     }
    }
   },
   "TestReport": {
    "type": "object",
    "description": "Test results of a pipeline's jobs, with each test case.",
    "x-source": "document 1, section 2.5",
    "properties": {
     "total_time": {
      "type": "number",
      "description": "Total run time of all test cases in seconds.",
      "x-never-null": true
     },
     "total_count": {
      "type": "integer",
      "description": "Number of test cases in all suites.",
      "x-never-null": true
     },
     "success_count": {
      "type": "integer",
      "description": "Number of test cases that passed.",
      "x-never-null": true
     },
     "failed_count": {
      "type": "integer",
      "description": "Number of test cases that failed.",
      "x-never-null": true
     },
     "skipped_count": {
      "type": "integer",
      "description": "Number of test cases that were not run.",
      "x-never-null": true
     },
     "error_count": {
      "type": "integer",
      "description": "Number of test cases that ended with an error.",
      "x-never-null": true
     },
     "test_suites": {
      "x-never-null": true,
      "type": "array",
      "description": "The suites of the report, usually one for each job.",
      "items": {
       "$ref": "#/components/schemas/TestSuite"
      }
     }
    }
   },
   "TestSuite": {
    "type": "object",
    "description": "A suite of a test report with its test cases.",
    "x-source": "document 1, section 2.5",
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the suite, usually that of the job.",
      "x-never-null": true
     },
     "total_time": {
      "type": "number",
      "description": "Total run time of the test cases of the suite in seconds.",
      "x-never-null": true
     },
     "total_count": {
      "type": "integer",
      "description": "Number of test cases in the suite.",
      "x-never-null": true
     },
     "success_count": {
      "type": "integer",
      "description": "Number of test cases in the suite that passed.",
      "x-never-null": true
     },
     "failed_count": {
      "type": "integer",
      "description": "Number of test cases in the suite that failed.",
      "x-never-null": true
     },
     "skipped_count": {
      "type": "integer",
      "description": "Number of test cases in the suite that were not run.",
      "x-never-null": true
     },
     "error_count": {
      "type": "integer",
      "description": "Number of test cases in the suite that ended with an error.",
      "x-never-null": true
     },
     "test_cases": {
      "x-never-null": true,
      "type": "array",
      "description": "All test cases of the suite, with any result.",
      "items": {
       "$ref": "#/components/schemas/TestCase"
      }
     }
    }
   },
   "TestCase": {
    "type": "object",
    "description": "One test case of a test report.",
    "x-source": "document 1, section 2.5",
    "properties": {
     "status": {
      "type": "string",
      "description": "Result of the test case, such as `success`, `failed`, `error` or `skipped`.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the test case, as in its source code.",
      "x-never-null": true
     },
     "classname": {
      "type": "string",
      "description": "Class or file that contains the test case."
     },
     "execution_time": {
      "type": "number",
      "description": "Run time of the test case in seconds.",
      "x-never-null": true
     },
     "system_output": {
      "type": [
       "string",
       "null"
      ],
      "x-json-text": true,
      "description": "Output of the test case, or the reason for its failure; an object is serialized as JSON. Null if none exists."
     },
     "stack_trace": {
      "type": [
       "string",
       "null"
      ],
      "description": "Stack trace of the failure; null if none exists."
     }
    }
   },
   "TestReportSummary": {
    "type": "object",
    "description": "The counts of a pipeline's test report.",
    "x-source": "document 1, section 2.5",
    "properties": {
     "total": {
      "$ref": "#/components/schemas/TestReportTotals",
      "description": "The counts over all suites.",
      "x-never-null": true
     },
     "test_suites": {
      "x-never-null": true,
      "type": "array",
      "description": "The counts of each suite.",
      "items": {
       "$ref": "#/components/schemas/TestSuiteSummary"
      }
     }
    }
   },
   "TestReportTotals": {
    "type": "object",
    "description": "The counts of a test report over all its suites.",
    "x-source": "document 1, section 2.5",
    "properties": {
     "time": {
      "type": "number",
      "x-graph-name": "totalTime",
      "description": "Total run time of all test cases in seconds.",
      "x-never-null": true
     },
     "count": {
      "type": "integer",
      "x-graph-name": "totalCount",
      "description": "Number of test cases in all suites.",
      "x-never-null": true
     },
     "success": {
      "type": "integer",
      "x-graph-name": "successCount",
      "description": "Number of test cases that passed.",
      "x-never-null": true
     },
     "failed": {
      "type": "integer",
      "x-graph-name": "failedCount",
      "description": "Number of test cases that failed.",
      "x-never-null": true
     },
     "skipped": {
      "type": "integer",
      "x-graph-name": "skippedCount",
      "description": "Number of test cases that were not run.",
      "x-never-null": true
     },
     "error": {
      "type": "integer",
      "x-graph-name": "errorCount",
      "description": "Number of test cases that ended with an error.",
      "x-never-null": true
     },
     "suite_error": {
      "type": [
       "string",
       "null"
      ],
      "description": "Reason why reports of the pipeline could not be read; null if all could."
     }
    }
   },
   "TestSuiteSummary": {
    "type": "object",
    "description": "The counts of one suite of a test report.",
    "x-source": "document 1, section 2.5",
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the suite, usually that of the job.",
      "x-never-null": true
     },
     "total_time": {
      "type": "number",
      "description": "Total run time of the test cases of the suite in seconds.",
      "x-never-null": true
     },
     "total_count": {
      "type": "integer",
      "description": "Number of test cases in the suite.",
      "x-never-null": true
     },
     "success_count": {
      "type": "integer",
      "description": "Number of test cases in the suite that passed.",
      "x-never-null": true
     },
     "failed_count": {
      "type": "integer",
      "description": "Number of test cases in the suite that failed.",
      "x-never-null": true
     },
     "skipped_count": {
      "type": "integer",
      "description": "Number of test cases in the suite that were not run.",
      "x-never-null": true
     },
     "error_count": {
      "type": "integer",
      "description": "Number of test cases in the suite that ended with an error.",
      "x-never-null": true
     },
     "build_ids": {
      "x-graph-name": "jobIds",
      "x-never-null": true,
      "type": "array",
      "description": "Ids of the jobs that reported the suite.",
      "items": {
       "type": "integer",
       "format": "int64"
      }
     },
     "suite_error": {
      "type": [
       "string",
       "null"
      ],
      "description": "Reason why the report of the suite could not be read; null if it could."
     }
    }
   },
   "CreatePipelineBody": {
    "type": "object",
    "description": "Branch or tag to run a pipeline for, with its variables and inputs.",
    "x-source": "document 1, section 4.2",
    "additionalProperties": false,
    "required": [
     "ref"
    ],
    "properties": {
     "ref": {
      "type": "string",
      "minLength": 1,
      "description": "Branch or tag for whose latest commit the pipeline runs."
     },
     "variables": {
      "type": "array",
      "description": "Variables for the jobs of this pipeline.",
      "items": {
       "$ref": "#/components/schemas/CreatePipelineVariable"
      }
     },
     "inputs": {
      "type": "object",
      "description": "Value of each input of the configuration, by its name; texts, booleans and numbers are accepted.",
      "additionalProperties": {
       "type": [
        "string",
        "boolean",
        "number"
       ],
       "description": "Value of the input, in the type that the configuration declares."
      }
     }
    }
   },
   "CreatePipelineVariable": {
    "type": "object",
    "description": "A variable for a new pipeline.",
    "x-source": "document 1, section 4.2",
    "additionalProperties": false,
    "required": [
     "key",
     "value"
    ],
    "properties": {
     "key": {
      "type": "string",
      "minLength": 1,
      "description": "Name of the variable."
     },
     "value": {
      "type": "string",
      "x-secret": true,
      "description": "Value of the variable, possibly a secret."
     },
     "variable_type": {
      "$ref": "#/components/schemas/PipelineVariableType",
      "default": "env_var",
      "description": "Form in which jobs receive the value. Defaults to `ENV_VAR`."
     }
    }
   },
   "ProjectOrderField": {
    "type": "string",
    "enum": [
     "id",
     "name",
     "path",
     "created_at",
     "updated_at",
     "last_activity_at"
    ],
    "description": "Attributes by which a list of projects can be ordered.",
    "x-source": "beyond the documents, section 1",
    "x-enum-descriptions": {
     "id": "By the numeric id of the project.",
     "name": "By the name of the project, in alphabetical order.",
     "path": "By the last segment of the project's path.",
     "created_at": "By the time the project was created.",
     "updated_at": "By the time of the last update of the project.",
     "last_activity_at": "By the time of the last activity in the project."
    }
   },
   "Project": {
    "type": "object",
    "description": "A project, which contains a repository with issues, merge requests, pipelines and settings.",
    "x-source": "beyond the documents, section 1",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the project, unique on the instance.",
      "x-never-null": true
     },
     "description": {
      "type": [
       "string",
       "null"
      ],
      "description": "Free text about the project; null if not described."
     },
     "name": {
      "type": "string",
      "description": "Name of the project, without its namespace.",
      "x-never-null": true
     },
     "name_with_namespace": {
      "type": "string",
      "description": "Name of the project, preceded by the names of its ancestor groups, separated by ` / `.",
      "x-never-null": true
     },
     "path": {
      "type": "string",
      "description": "Last segment of the project's full path, unique in its namespace.",
      "x-never-null": true
     },
     "path_with_namespace": {
      "type": "string",
      "description": "Path of the project with its namespace, separated by slashes: the full path that inputs accept.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the project was created.",
      "x-never-null": true
     },
     "default_branch": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name of the default branch; null while the repository is empty."
     },
     "visibility": {
      "$ref": "#/components/schemas/Visibility",
      "description": "Users who may see the project; null for anonymous callers."
     },
     "archived": {
      "type": "boolean",
      "description": "Whether the project is archived, that is, read-only; null for anonymous callers."
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the project's page.",
      "x-never-null": true
     },
     "avatar_url": {
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the project's avatar; null if the project has none."
     },
     "namespace": {
      "$ref": "#/components/schemas/ProjectNamespace",
      "description": "Group or personal namespace that contains the project.",
      "x-never-null": true
     },
     "import_status": {
      "$ref": "#/components/schemas/ImportStatus",
      "description": "Status of the project's import; `NONE` for a project that was not imported, null for anonymous callers."
     },
     "ssh_url_to_repo": {
      "x-assumed": true,
      "type": [
       "string",
       "null"
      ],
      "description": "URL for cloning the repository by SSH; null if the response lacks it."
     },
     "http_url_to_repo": {
      "x-assumed": true,
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL for cloning the repository by HTTP; null if the response lacks it."
     },
     "readme_url": {
      "x-assumed": true,
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL of the README page; null if the project has no README."
     },
     "topics": {
      "x-assumed": true,
      "x-fallback": {
       "attribute": "tag_list"
      },
      "type": [
       "array",
       "null"
      ],
      "description": "Topics of the project, for searching; null if the response lacks it.",
      "items": {
       "type": "string"
      }
     },
     "tag_list": {
      "x-assumed": true,
      "type": [
       "array",
       "null"
      ],
      "deprecated": true,
      "x-deprecation": "Use topics.",
      "description": "Topics of the project, under the older name; null if the response lacks it.",
      "items": {
       "type": "string"
      }
     },
     "star_count": {
      "x-assumed": true,
      "type": [
       "integer",
       "null"
      ],
      "description": "Number of users who have starred the project; null if the response lacks it."
     },
     "forks_count": {
      "x-assumed": true,
      "type": [
       "integer",
       "null"
      ],
      "description": "Number of forks of the project; null if the caller may not see the repository."
     },
     "open_issues_count": {
      "x-assumed": true,
      "type": [
       "integer",
       "null"
      ],
      "description": "Number of open issues; null if the caller may not see them."
     },
     "last_activity_at": {
      "x-assumed": true,
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time of the last activity in the project; null if the response lacks it."
     },
     "ci_job_token_scope_enabled": {
      "x-assumed": true,
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether job tokens of the project may access only the projects that it allows; null if the caller may not see it."
     },
     "mirror": {
      "x-assumed": true,
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the project mirrors a remote repository; null if the caller may not see it."
     },
     "import_url": {
      "x-assumed": true,
      "type": [
       "string",
       "null"
      ],
      "format": "uri",
      "description": "URL from which the repository was imported or is mirrored, with credentials masked; null if none exists."
     },
     "mirror_trigger_builds": {
      "x-assumed": true,
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether each update of the mirror starts pipelines; null without a mirror."
     },
     "only_mirror_protected_branches": {
      "x-assumed": true,
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether only protected branches are mirrored; null without a mirror or if never set."
     },
     "mirror_branch_regex": {
      "x-assumed": true,
      "type": [
       "string",
       "null"
      ],
      "description": "Regular expression for the names of mirrored branches; null without a mirror or such a limit."
     }
    }
   },
   "ProjectNamespace": {
    "type": "object",
    "description": "The group or personal namespace that contains a project.",
    "x-source": "beyond the documents, section 1",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the namespace; for a group, the id of the group.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the group or of the user.",
      "x-never-null": true
     },
     "path": {
      "type": "string",
      "description": "Last segment of the namespace's path.",
      "x-never-null": true
     },
     "kind": {
      "type": "string",
      "description": "Kind of the namespace, `group` or `user`.",
      "x-never-null": true
     },
     "full_path": {
      "type": "string",
      "description": "Path of the namespace with its ancestor groups, separated by slashes."
     }
    }
   },
   "PullMirrorUpdateStatus": {
    "type": "string",
    "enum": [
     "none",
     "scheduled",
     "started",
     "finished",
     "failed",
     "canceled"
    ],
    "description": "Status of the latest pull from a mirrored repository.",
    "x-source": "document 1, section 2.15",
    "x-enum-descriptions": {
     "none": "No pull has been requested yet.",
     "scheduled": "A pull is queued.",
     "started": "A pull is running.",
     "finished": "The last pull succeeded.",
     "failed": "The last pull ended with an error.",
     "canceled": "The last pull was canceled before its end."
    }
   },
   "PullMirror": {
    "type": "object",
    "description": "The pull mirror of a project, which copies branches and tags of a remote repository.",
    "x-source": "document 1, section 2.15",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the mirror, unique on the instance.",
      "x-never-null": true
     },
     "enabled": {
      "type": "boolean",
      "description": "Whether the mirror is enabled."
     },
     "url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the mirrored repository, with credentials masked.",
      "x-never-null": true
     },
     "update_status": {
      "$ref": "#/components/schemas/PullMirrorUpdateStatus",
      "description": "Status of the latest pull.",
      "x-never-null": true
     },
     "last_error": {
      "type": [
       "string",
       "null"
      ],
      "description": "Error of the last failed pull; null if none failed."
     },
     "last_update_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time when the last pull ended; null before the first one."
     },
     "last_update_started_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time when the last pull started; null before the first one."
     },
     "last_successful_update_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time of the last successful pull; null if none exists."
     },
     "mirror_trigger_builds": {
      "type": "boolean",
      "description": "Whether each update of the mirror starts pipelines."
     },
     "only_mirror_protected_branches": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether only protected branches are mirrored; null if never set."
     },
     "mirror_overwrites_diverged_branches": {
      "type": "boolean",
      "description": "Whether pulls overwrite diverged branches with the mirrored ones."
     },
     "mirror_branch_regex": {
      "type": [
       "string",
       "null"
      ],
      "description": "Regular expression for the names of mirrored branches; null for no such limit."
     }
    }
   },
   "UpdatePullMirrorBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Settings of the pull mirror to change; what is absent stays as it is.",
    "x-source": "document 1, section 4.8",
    "properties": {
     "auth_user": {
      "type": "string",
      "description": "Username for the mirrored repository."
     },
     "auth_password": {
      "type": "string",
      "x-secret": true,
      "description": "Password or token for the mirrored repository; never returned."
     },
     "enabled": {
      "type": "boolean",
      "description": "Whether to mirror the repository; false removes pull mirroring."
     },
     "mirror_branch_regex": {
      "type": "string",
      "description": "Regular expression: only branches with matching names are mirrored. Requires `onlyMirrorProtectedBranches` to be disabled."
     },
     "mirror_overwrites_diverged_branches": {
      "type": "boolean",
      "description": "Whether pulls overwrite diverged branches with the mirrored ones."
     },
     "mirror_trigger_builds": {
      "type": "boolean",
      "description": "Whether each update of the mirror starts pipelines."
     },
     "only_mirror_protected_branches": {
      "type": "boolean",
      "description": "Whether to mirror only protected branches. Must be disabled for `mirrorBranchRegex`."
     },
     "url": {
      "type": "string",
      "format": "uri",
      "x-secret": true,
      "description": "URL of the repository to mirror; can contain credentials, which responses mask."
     }
    }
   },
   "CreateProjectWithPullMirrorBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Attributes of a new project that set up pull mirroring.",
    "x-source": "document 1, section 4.8",
    "required": [
     "import_url",
     "mirror"
    ],
    "x-at-least-one": [
     [
      "name",
      "path"
     ]
    ],
    "properties": {
     "name": {
      "type": "string",
      "minLength": 1,
      "x-assumed": true,
      "description": "Name of the project. Defaults to a name derived from `path`, which is then required."
     },
     "path": {
      "type": "string",
      "minLength": 1,
      "x-assumed": true,
      "description": "Last segment of the full path of the project, which is created in the personal namespace of the caller. Defaults to a path derived from `name`, which is then required."
     },
     "import_url": {
      "type": "string",
      "format": "uri",
      "x-secret": true,
      "description": "URL of the repository to mirror; can contain a username and token."
     },
     "mirror": {
      "type": "boolean",
      "description": "Whether to mirror the repository rather than import it once."
     },
     "mirror_branch_regex": {
      "type": "string",
      "description": "Regular expression: only branches with matching names are mirrored. Requires `onlyMirrorProtectedBranches` to be disabled."
     },
     "mirror_trigger_builds": {
      "type": "boolean",
      "description": "Whether each update of the mirror starts pipelines."
     },
     "only_mirror_protected_branches": {
      "type": "boolean",
      "description": "Whether to mirror only protected branches. Must be disabled for `mirrorBranchRegex`."
     }
    }
   },
   "UpdateProjectPullMirrorBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Attributes of a project that set up or remove pull mirroring.",
    "x-source": "document 1, section 4.8",
    "required": [
     "import_url",
     "mirror"
    ],
    "properties": {
     "import_url": {
      "type": "string",
      "format": "uri",
      "x-secret": true,
      "description": "URL of the repository to mirror; can contain a username and token."
     },
     "mirror": {
      "type": "boolean",
      "description": "Whether to mirror the repository; false removes the mirror."
     },
     "mirror_branch_regex": {
      "type": "string",
      "description": "Regular expression: only branches with matching names are mirrored. Requires `onlyMirrorProtectedBranches` to be disabled."
     },
     "mirror_trigger_builds": {
      "type": "boolean",
      "description": "Whether each update of the mirror starts pipelines."
     },
     "only_mirror_protected_branches": {
      "type": "boolean",
      "description": "Whether to mirror only protected branches. Must be disabled for `mirrorBranchRegex`."
     }
    }
   },
   "ResourceGroupProcessMode": {
    "type": "string",
    "enum": [
     "unordered",
     "oldest_first",
     "newest_first",
     "newest_ready_first"
    ],
    "description": "Order in which a resource group runs its waiting jobs.",
    "x-source": "document 1, section 2.6",
    "x-enum-descriptions": {
     "unordered": "The job that is ready first runs first.",
     "oldest_first": "The job of the oldest pipeline runs first.",
     "newest_first": "The job of the newest pipeline runs first.",
     "newest_ready_first": "Of the jobs that are ready to run, that of the newest pipeline runs first."
    }
   },
   "ResourceGroup": {
    "type": "object",
    "description": "A named lock of a project. Of the jobs that use it, only one runs at a time, so that deployments do not overlap.",
    "x-source": "document 1, section 2.6",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the resource group, unique on the instance.",
      "x-never-null": true
     },
     "key": {
      "type": "string",
      "description": "Key of the resource group, unique in its project, as in the CI/CD configuration.",
      "x-never-null": true
     },
     "process_mode": {
      "$ref": "#/components/schemas/ResourceGroupProcessMode",
      "description": "Order in which waiting jobs run.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when a job first used the resource group.",
      "x-never-null": true
     },
     "updated_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the resource group was last updated.",
      "x-never-null": true
     }
    }
   },
   "ResourceGroupJob": {
    "description": "A job that holds a resource group or waits for it.",
    "x-source": "document 1, section 2.7",
    "allOf": [
     {
      "$ref": "#/components/schemas/JobAttributes"
     },
     {
      "type": "object",
      "properties": {
       "pipeline": {
        "$ref": "#/components/schemas/JobPipeline",
        "description": "Pipeline that the job is part of.",
        "x-never-null": true
       },
       "project": {
        "$ref": "#/components/schemas/JobProject",
        "description": "Project that the job belongs to, as the job shows it."
       }
      }
     }
    ]
   },
   "UpdateResourceGroupBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Changes to a resource group.",
    "x-source": "document 1, section 4.3",
    "properties": {
     "process_mode": {
      "$ref": "#/components/schemas/ResourceGroupProcessMode",
      "description": "New order in which waiting jobs run."
     }
    }
   },
   "RunnerType": {
    "type": "string",
    "enum": [
     "instance_type",
     "group_type",
     "project_type"
    ],
    "description": "Scope of a runner.",
    "x-source": "document 1, section 2.14",
    "x-enum-descriptions": {
     "instance_type": "Available to all projects of the instance.",
     "group_type": "Available to the projects of a group.",
     "project_type": "Available only to the projects to which it is assigned."
    }
   },
   "RunnerTypeFilter": {
    "allOf": [
     {
      "$ref": "#/components/schemas/RunnerType"
     }
    ],
    "enum": [
     "instance_type",
     "group_type",
     "project_type"
    ],
    "description": "Types by which runners can be filtered.",
    "x-source": "document 1, section 2.14"
   },
   "RunnerStatus": {
    "type": "string",
    "enum": [
     "online",
     "offline",
     "stale",
     "never_contacted"
    ],
    "description": "Contact of a runner with the service, independent of `paused`.",
    "x-source": "document 1, section 2.14",
    "x-enum-descriptions": {
     "online": "Contacted the service recently.",
     "offline": "Has not contacted the service recently.",
     "stale": "Has not contacted the service for a long time.",
     "never_contacted": "Has never contacted the service."
    }
   },
   "RunnerStatusFilter": {
    "type": "string",
    "enum": [
     "online",
     "offline",
     "stale",
     "never_contacted",
     "active",
     "paused"
    ],
    "description": "Statuses by which runners can be filtered.",
    "x-source": "document 1, section 4.7",
    "x-enum-descriptions": {
     "online": "Runners that contacted the service recently.",
     "offline": "Runners that have not contacted the service recently; may include stale ones.",
     "stale": "Runners that have not contacted the service for a long time.",
     "never_contacted": "Runners that have never contacted the service.",
     "active": "Runners that take new jobs.",
     "paused": "Runners that ignore new jobs."
    },
    "x-enum-deprecations": {
     "active": "Use paused.",
     "paused": "Use paused."
    }
   },
   "RunnerScope": {
    "type": "string",
    "enum": [
     "active",
     "paused",
     "online",
     "offline"
    ],
    "description": "Older filter words for the condition of a runner.",
    "x-source": "document 1, section 4.7",
    "x-enum-descriptions": {
     "active": "Runners that take new jobs.",
     "paused": "Runners that ignore new jobs.",
     "online": "Runners that contacted the service recently.",
     "offline": "Runners that have not been in contact recently."
    }
   },
   "InstanceRunnerScope": {
    "type": "string",
    "enum": [
     "specific",
     "shared",
     "active",
     "paused",
     "online",
     "offline"
    ],
    "description": "Older filter words for the kind and condition of a runner, in the list of the instance.",
    "x-source": "document 1, section 4.7",
    "x-enum-descriptions": {
     "specific": "Runners that work only for some projects.",
     "shared": "Runners that work for all projects.",
     "active": "Runners that take new jobs.",
     "paused": "Runners that ignore new jobs.",
     "online": "Runners that contacted the service recently.",
     "offline": "Runners that have not been in contact recently."
    }
   },
   "RunnerAccessLevel": {
    "type": "string",
    "enum": [
     "not_protected",
     "ref_protected"
    ],
    "description": "Branches and tags whose jobs a runner accepts.",
    "x-source": "document 1, section 2.14",
    "x-enum-descriptions": {
     "not_protected": "All branches and tags.",
     "ref_protected": "Protected branches and tags only."
    }
   },
   "RunnerJobStatusFilter": {
    "type": "string",
    "enum": [
     "running",
     "success",
     "failed",
     "canceled"
    ],
    "description": "Statuses by which the jobs of a runner can be filtered.",
    "x-source": "document 1, section 4.7",
    "x-enum-descriptions": {
     "running": "A runner is executing the job.",
     "success": "Ended successfully.",
     "failed": "Ended with a failure.",
     "canceled": "Canceled before its end."
    }
   },
   "RunnerJobOrderField": {
    "type": "string",
    "enum": [
     "id"
    ],
    "description": "Attributes by which the jobs of a runner can be ordered.",
    "x-source": "document 1, section 4.7",
    "x-enum-descriptions": {
     "id": "By the numeric id, in the order of creation."
    }
   },
   "RunnerSummary": {
    "type": "object",
    "description": "A runner as jobs show it.",
    "x-source": "document 1, section 2.14",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the runner, unique on the instance.",
      "x-never-null": true
     },
     "description": {
      "type": [
       "string",
       "null"
      ],
      "description": "Free text about the runner; null if none exists."
     },
     "paused": {
      "type": "boolean",
      "x-fallback": {
       "attribute": "active",
       "negated": true
      },
      "description": "Whether the runner ignores new jobs.",
      "x-never-null": true
     },
     "active": {
      "type": "boolean",
      "deprecated": true,
      "x-deprecation": "Use paused.",
      "description": "Whether the runner takes new jobs, the opposite of being paused."
     },
     "ip_address": {
      "x-extra": true,
      "type": "string",
      "deprecated": true,
      "x-deprecation": "Always empty.",
      "description": "Network address of the runner in former versions; now always empty."
     },
     "is_shared": {
      "type": "boolean",
      "description": "Whether the runner is available to all projects of the instance.",
      "x-never-null": true
     },
     "runner_type": {
      "$ref": "#/components/schemas/RunnerType",
      "description": "Scope of the runner: the instance, a group or projects.",
      "x-never-null": true
     },
     "name": {
      "type": [
       "string",
       "null"
      ],
      "description": "Name with which the runner registered; null if it has none."
     },
     "online": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the runner is online; null if it never contacted the service."
     },
     "status": {
      "$ref": "#/components/schemas/RunnerStatus",
      "description": "Whether the runner contacted the service recently, long ago or never.",
      "x-never-null": true
     }
    }
   },
   "RunnerListItem": {
    "description": "A runner as lists show it.",
    "x-source": "document 1, section 2.14",
    "allOf": [
     {
      "$ref": "#/components/schemas/RunnerSummary"
     },
     {
      "type": "object",
      "properties": {
       "job_execution_status": {
        "type": "string",
        "description": "State of job execution, such as `idle`; an open set."
       }
      }
     }
    ]
   },
   "Runner": {
    "description": "A runner, which executes the jobs of pipelines.",
    "x-source": "document 1, section 2.14",
    "allOf": [
     {
      "$ref": "#/components/schemas/RunnerListItem"
     },
     {
      "type": "object",
      "description": "What reading one runner adds to the list item.",
      "x-source": "document 1, section 2.14",
      "properties": {
       "architecture": {
        "type": [
         "string",
         "null"
        ],
        "deprecated": true,
        "x-deprecation": "Has no replacement in this graph: each machine of a runner has its own.",
        "description": "Processor architecture of the runner's machine, such as `amd64`; null if unknown."
       },
       "platform": {
        "type": [
         "string",
         "null"
        ],
        "deprecated": true,
        "x-deprecation": "Has no replacement in this graph: each machine of a runner has its own.",
        "description": "Operating system of the runner's machine, such as `linux`; null if unknown."
       },
       "version": {
        "type": [
         "string",
         "null"
        ],
        "deprecated": true,
        "x-deprecation": "Has no replacement in this graph: each machine of a runner has its own.",
        "description": "Version of the runner's software; null if unknown."
       },
       "revision": {
        "type": [
         "string",
         "null"
        ],
        "deprecated": true,
        "x-deprecation": "Has no replacement in this graph: each machine of a runner has its own.",
        "description": "Source revision of the runner's software; null if unknown."
       },
       "contacted_at": {
        "type": [
         "string",
         "null"
        ],
        "format": "date-time",
        "description": "Time when the runner last contacted the service; null if it never did."
       },
       "maintenance_note": {
        "type": [
         "string",
         "null"
        ],
        "maxLength": 1024,
        "description": "Maintenance note about the runner, at most 1024 characters; null if none exists."
       },
       "projects": {
        "type": [
         "array",
         "null"
        ],
        "items": {
         "$ref": "#/components/schemas/RunnerProject"
        },
        "description": "Projects to which a project runner is assigned; empty or null for other runners."
       },
       "tag_list": {
        "type": "array",
        "items": {
         "type": "string"
        },
        "description": "Tags of the runner, by which jobs select it.",
        "x-never-null": true
       },
       "access_level": {
        "$ref": "#/components/schemas/RunnerAccessLevel",
        "description": "Branches and tags whose jobs the runner accepts.",
        "x-never-null": true
       },
       "maximum_timeout": {
        "type": [
         "integer",
         "null"
        ],
        "description": "Maximum run time of a job on the runner in seconds; null if the runner has no limit of its own."
       },
       "locked": {
        "type": [
         "boolean",
         "null"
        ],
        "x-assumed": true,
        "description": "Whether the runner cannot be assigned to further projects; null if the response lacks it."
       },
       "run_untagged": {
        "type": [
         "boolean",
         "null"
        ],
        "x-assumed": true,
        "description": "Whether the runner also accepts jobs without tags; null if the response lacks it."
       },
       "groups": {
        "type": [
         "array",
         "null"
        ],
        "x-assumed": true,
        "items": {
         "$ref": "#/components/schemas/RunnerGroup"
        },
        "description": "Groups whose projects can use a group runner; empty or null for other runners."
       }
      }
     }
    ]
   },
   "RunnerGroup": {
    "type": "object",
    "description": "A group that a runner works for.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the group, unique on the instance.",
      "x-never-null": true
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the group's page.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the group, without its ancestor groups.",
      "x-never-null": true
     }
    }
   },
   "RunnerProject": {
    "type": "object",
    "description": "A project that a runner is assigned to.",
    "x-source": "document 1, section 2.14",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the project, unique on the instance.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the project for display.",
      "x-never-null": true
     },
     "name_with_namespace": {
      "type": "string",
      "description": "Name for display with those of the groups around it, as in `Group / Project`.",
      "x-never-null": true
     },
     "path": {
      "type": "string",
      "description": "Last part of the project's address.",
      "x-never-null": true
     },
     "path_with_namespace": {
      "type": "string",
      "description": "Full path of the project with those of its groups, as in `group/project`.",
      "x-never-null": true
     }
    }
   },
   "RunnerJob": {
    "description": "A job as the list of a runner's jobs shows it.",
    "x-source": "document 1, section 2.7",
    "allOf": [
     {
      "$ref": "#/components/schemas/JobAttributes"
     },
     {
      "type": "object",
      "properties": {
       "pipeline": {
        "$ref": "#/components/schemas/RunnerJobPipeline",
        "description": "Pipeline that the job is part of, in short form.",
        "x-never-null": true
       },
       "project": {
        "$ref": "#/components/schemas/RunnerJobProject",
        "description": "Project that the job belongs to, in short form.",
        "x-never-null": true
       }
      }
     }
    ]
   },
   "RunnerJobPipeline": {
    "type": "object",
    "description": "The pipeline of a job in the short form that a runner's jobs carry.",
    "x-source": "document 1, section 2.7",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the pipeline, unique on the instance.",
      "x-never-null": true
     },
     "sha": {
      "type": "string",
      "description": "SHA of the commit for which the pipeline runs.",
      "x-never-null": true
     },
     "ref": {
      "type": "string",
      "description": "Branch or tag for which the pipeline runs.",
      "x-never-null": true
     },
     "status": {
      "$ref": "#/components/schemas/PipelineStatus",
      "description": "Current status of the pipeline.",
      "x-never-null": true
     }
    }
   },
   "RunnerJobProject": {
    "type": "object",
    "description": "The project of a job in the short form that a runner's jobs carry.",
    "x-source": "document 1, section 2.7",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the project, unique on the instance.",
      "x-never-null": true
     },
     "description": {
      "type": [
       "string",
       "null"
      ],
      "description": "Free text about the project; null if not described."
     },
     "name": {
      "type": "string",
      "description": "Name of the project for display.",
      "x-never-null": true
     },
     "name_with_namespace": {
      "type": "string",
      "description": "Name for display with those of the groups around it, as in `Group / Project`.",
      "x-never-null": true
     },
     "path": {
      "type": "string",
      "description": "Last part of the project's address.",
      "x-never-null": true
     },
     "path_with_namespace": {
      "type": "string",
      "description": "Full path of the project with those of its groups, as in `group/project`.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "When the project was created.",
      "x-never-null": true
     }
    }
   },
   "CreatedRunner": {
    "type": "object",
    "description": "A runner that was just created, with its token. Everything else is read from the runner itself.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the new runner, unique on the instance.",
      "x-never-null": true
     },
     "token": {
      "type": "string",
      "x-secret": true,
      "description": "Authentication token for the configuration of the runner. Shown only now; keep it safe."
     },
     "token_expires_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "When the token expires; null if it never does."
     }
    }
   },
   "UpdateRunnerBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Settings of a runner to change; what is absent stays as it is.",
    "x-source": "document 1, section 4.7",
    "x-exclusive": [
     [
      "paused",
      "active"
     ]
    ],
    "properties": {
     "description": {
      "type": "string",
      "description": "Free text about the runner."
     },
     "active": {
      "type": "boolean",
      "deprecated": true,
      "x-deprecation": "Use paused.",
      "x-never-sent": true,
      "description": "Whether the runner shall take new jobs, the opposite of being paused."
     },
     "paused": {
      "type": "boolean",
      "description": "Whether the runner ignores new jobs."
     },
     "tag_list": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "All tags of the runner, by which jobs select it."
     },
     "run_untagged": {
      "type": "boolean",
      "description": "Whether the runner also accepts jobs without tags."
     },
     "locked": {
      "type": "boolean",
      "description": "Whether the runner cannot be assigned to further projects."
     },
     "access_level": {
      "$ref": "#/components/schemas/RunnerAccessLevel",
      "description": "Branches and tags whose jobs the runner accepts."
     },
     "maximum_timeout": {
      "type": [
       "integer",
       "null"
      ],
      "x-null": "removes the runner's own limit",
      "description": "Maximum run time of a job on the runner in seconds."
     },
     "maintenance_note": {
      "type": "string",
      "maxLength": 1024,
      "description": "Maintenance note about the runner, at most 1024 characters."
     }
    }
   },
   "CreateRunnerBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Kind, owner and settings of the runner to create.",
    "x-source": "beyond the documents, section 1",
    "x-assumed": true,
    "x-exclusive": [
     [
      "group_id",
      "project_id"
     ]
    ],
    "required": [
     "runner_type"
    ],
    "properties": {
     "runner_type": {
      "$ref": "#/components/schemas/RunnerType",
      "description": "Whom the runner shall work for: the instance, a group or projects."
     },
     "group_id": {
      "type": "integer",
      "format": "int64",
      "description": "Number of the group that it is for; needed for a group runner and only there."
     },
     "project_id": {
      "type": "integer",
      "format": "int64",
      "description": "Number of the project that it is for; needed for a project runner and only there."
     },
     "description": {
      "type": "string",
      "description": "Free text about the runner."
     },
     "paused": {
      "type": "boolean",
      "description": "Whether the runner is paused initially: ignores new jobs."
     },
     "locked": {
      "type": "boolean",
      "description": "Whether the runner cannot be assigned to further projects."
     },
     "run_untagged": {
      "type": "boolean",
      "description": "Whether the runner also accepts jobs without tags."
     },
     "tag_list": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Tags of the runner, by which jobs select it."
     },
     "access_level": {
      "$ref": "#/components/schemas/RunnerAccessLevel",
      "description": "Branches and tags whose jobs the runner accepts."
     },
     "maximum_timeout": {
      "type": "integer",
      "description": "Maximum run time of a job on the runner in seconds."
     },
     "maintenance_note": {
      "type": "string",
      "maxLength": 1024,
      "description": "Maintenance note about the runner, at most 1024 characters."
     }
    }
   },
   "ServiceAccountListItem": {
    "type": "object",
    "description": "A service account as the list of the whole instance shows it.",
    "x-source": "document 2, section 4.2",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the user of the service account.",
      "x-never-null": true
     },
     "username": {
      "type": "string",
      "description": "Username of the account, unique on the instance.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Display name of the account, `Service account user` by default.",
      "x-never-null": true
     }
    }
   },
   "ServiceAccount": {
    "description": "A user for a program instead of a person.",
    "x-source": "document 2, section 2.2",
    "allOf": [
     {
      "$ref": "#/components/schemas/ServiceAccountListItem"
     },
     {
      "type": "object",
      "properties": {
       "email": {
        "type": "string",
        "format": "email",
        "description": "Confirmed email address of the account, a generated no-reply address if none was chosen."
       },
       "unconfirmed_email": {
        "type": "string",
        "format": "email",
        "description": "Email address that awaits confirmation; null if none exists. For accounts of the whole instance, null outside of payloads, because no read returns it."
       }
      }
     }
    ]
   },
   "ServiceAccountOrderField": {
    "type": "string",
    "enum": [
     "id",
     "username"
    ],
    "description": "Attributes by which service accounts can be ordered.",
    "x-source": "document 2, section 4.2",
    "x-enum-descriptions": {
     "id": "By id, in the order of creation.",
     "username": "By username in alphabetical order."
    }
   },
   "ServiceAccountToken": {
    "type": "object",
    "description": "A personal access token of a service account, without the secret itself.",
    "x-source": "document 2, section 2.3",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the token. Inputs require the global id.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Name of the token, which states its purpose.",
      "x-never-null": true
     },
     "revoked": {
      "type": "boolean",
      "description": "Whether the token was revoked and is no longer valid.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the token was created.",
      "x-never-null": true
     },
     "description": {
      "type": [
       "string",
       "null"
      ],
      "description": "Purpose of the token as free text; null if none exists."
     },
     "scopes": {
      "x-never-null": true,
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Scopes of the token, such as `api`, `read_user` or `read_repository`."
     },
     "user_id": {
      "type": "integer",
      "format": "int64",
      "description": "User of the service account, who owns the token.",
      "x-never-null": true
     },
     "last_used_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time when the token was last used; null if it never was."
     },
     "active": {
      "type": "boolean",
      "description": "Whether the token is valid, that is, neither revoked nor expired.",
      "x-never-null": true
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date",
      "description": "Day on which the token expires; null if it does not expire."
     }
    }
   },
   "CreatedServiceAccountToken": {
    "description": "A personal access token that was just created or rotated, with its secret.",
    "x-source": "document 2, section 2.3",
    "allOf": [
     {
      "$ref": "#/components/schemas/ServiceAccountToken"
     },
     {
      "type": "object",
      "properties": {
       "token": {
        "type": "string",
        "x-secret": true,
        "description": "The secret token itself, shown this one time only."
       }
      }
     }
    ]
   },
   "CreateInstanceServiceAccountBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "The service account to create for the whole instance.",
    "x-source": "document 2, section 4.2",
    "properties": {
     "name": {
      "type": "string",
      "default": "Service account user",
      "description": "Display name of the account. Defaults to `Service account user`."
     },
     "username": {
      "type": "string",
      "description": "Username of the account. Defaults to a generated one with the prefix `service_account_`."
     },
     "email": {
      "type": "string",
      "format": "email",
      "description": "Email address of the account. Defaults to a generated no-reply address. A custom address needs confirmation, unless the instance has that switched off."
     }
    }
   },
   "UpdateInstanceServiceAccountBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Changes to a service account of the instance; what is left out stays.",
    "x-source": "document 2, section 4.2",
    "properties": {
     "name": {
      "type": "string",
      "description": "Display name of the account."
     },
     "username": {
      "type": "string",
      "description": "New username of the account, unique on the instance."
     },
     "email": {
      "type": "string",
      "format": "email",
      "description": "New email address of the account, which replaces the old one once it is confirmed."
     }
    }
   },
   "CreateGroupServiceAccountBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "The service account to create for a group.",
    "x-source": "document 2, section 4.2",
    "properties": {
     "name": {
      "type": "string",
      "default": "Service account user",
      "description": "Display name of the account. Defaults to `Service account user`."
     },
     "username": {
      "type": "string",
      "description": "Username of the account. Defaults to a generated one with the prefix `service_account_group_` for an account of a group and `service_account_` for one of the whole instance."
     },
     "email": {
      "type": "string",
      "format": "email",
      "description": "Email address of the account. Defaults to a generated one: with the prefix `service_account_group_` for an account of a group, a no-reply address for one of the whole instance. A custom address requires confirmation, unless it has a verified domain of the group or the instance disables confirmation."
     }
    }
   },
   "UpdateGroupServiceAccountBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Changes to a service account of a group; what is left out stays.",
    "x-source": "document 2, section 4.2",
    "properties": {
     "name": {
      "type": "string",
      "description": "Display name of the account."
     },
     "username": {
      "type": "string",
      "description": "New username of the account, unique on the instance. Rejected for an account with a composite identity."
     },
     "email": {
      "type": "string",
      "format": "email",
      "description": "New email address of the account, which replaces the old one after its confirmation. An address with a verified domain of the group requires no confirmation."
     }
    }
   },
   "CreateServiceAccountTokenBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "The personal access token to create for a service account.",
    "x-source": "document 2, section 4.2",
    "required": [
     "name",
     "scopes"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the token, which states its purpose."
     },
     "description": {
      "type": "string",
      "description": "Purpose of the token as free text."
     },
     "scopes": {
      "type": "array",
      "items": {
       "type": "string"
      },
      "description": "Scopes of the token, such as `api`, `read_user` or `read_repository`."
     },
     "expires_at": {
      "x-graph-name": "expiresOn",
      "type": "string",
      "format": "date",
      "description": "Day on which the token expires. Defaults to the latest day that the service allows."
     }
    }
   },
   "RotateServiceAccountTokenBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "How long the token that replaces the old one shall be accepted.",
    "x-source": "document 2, section 4.2",
    "properties": {
     "expires_at": {
      "x-graph-name": "expiresOn",
      "type": "string",
      "format": "date",
      "description": "Day on which the new token expires. Defaults to one week from now if tokens must expire, and otherwise to the latest day that the service allows."
     }
    }
   },
   "UserState": {
    "type": "string",
    "enum": [
     "active",
     "blocked",
     "deactivated"
    ],
    "description": "State of an account, independent of `locked`.",
    "x-source": "document 2, section 3.3",
    "x-enum-descriptions": {
     "active": "The user may sign in.",
     "blocked": "Blocked by an administrator; the user may not sign in.",
     "deactivated": "Deactivated for inactivity; the next sign-in reactivates the account."
    }
   },
   "UserOrderField": {
    "type": "string",
    "enum": [
     "id",
     "name",
     "username",
     "created_at",
     "updated_at"
    ],
    "description": "Attributes by which a list of users can be ordered.",
    "x-source": "document 2, section 4.5",
    "x-enum-descriptions": {
     "id": "By the numeric id, in the order of creation.",
     "name": "By the full name of the user.",
     "username": "By the username, in alphabetical order.",
     "created_at": "By the time of creation.",
     "updated_at": "By the time of the last update."
    }
   },
   "UserStateFilter": {
    "type": "string",
    "enum": [
     "active",
     "blocked",
     "inactive"
    ],
    "description": "States by which users can be filtered.",
    "x-source": "document 2, section 4.5",
    "x-enum-descriptions": {
     "active": "Users who are neither blocked nor deactivated.",
     "blocked": "Users whom an administrator has blocked.",
     "inactive": "Users who are not active: blocked and deactivated ones."
    }
   },
   "UserKindFilter": {
    "type": "string",
    "enum": [
     "human",
     "external",
     "administrator",
     "auditor",
     "without_projects"
    ],
    "description": "Kinds of users to which a list can be limited.",
    "x-source": "document 2, section 4.5",
    "x-enum-descriptions": {
     "human": "People: accounts that are neither bots nor internal.",
     "external": "External users, who see only explicitly shared groups and projects.",
     "administrator": "Administrators of the instance. Administrators only; no effect for others.",
     "auditor": "Auditors, who have read access to everything. Premium and Ultimate. Administrators only; no effect for others.",
     "without_projects": "Users without own or shared projects. Administrators only; no effect for others."
    }
   },
   "UserKindExclusion": {
    "type": "string",
    "enum": [
     "human",
     "external",
     "internal",
     "project_bot",
     "ldap"
    ],
    "description": "Kinds of users that a list can exclude.",
    "x-source": "document 2, section 4.5",
    "x-enum-descriptions": {
     "human": "People, so that only bots and internal accounts remain.",
     "external": "External users, who see only explicitly shared groups and projects.",
     "internal": "Internal accounts of the instance.",
     "project_bot": "Bot users of project access tokens.",
     "ldap": "Users who sign in through an LDAP directory. Premium and Ultimate. Administrators only; no effect for others."
    }
   },
   "UserTwoFactorFilter": {
    "type": "string",
    "enum": [
     "enabled",
     "disabled"
    ],
    "description": "Use of two-factor authentication by which users can be filtered.",
    "x-source": "document 2, section 4.5",
    "x-enum-descriptions": {
     "enabled": "Users with two-factor authentication.",
     "disabled": "Users without two-factor authentication."
    }
   },
   "CustomAttribute": {
    "type": "object",
    "description": "A key and value that administrators set on a user or group. Visible to administrators only.",
    "x-source": "document 2, sections 4.4 and 4.5",
    "properties": {
     "key": {
      "type": "string",
      "description": "Name of the attribute, unique on its user or group.",
      "x-never-null": true
     },
     "value": {
      "type": "string",
      "description": "Text that the administrators stored under this key.",
      "x-never-null": true
     }
    }
   },
   "CustomAttributeFilter": {
    "type": "object",
    "description": "A custom attribute with its exact value.",
    "x-source": "document 2, section 4.5",
    "required": [
     "key",
     "value"
    ],
    "properties": {
     "key": {
      "type": "string",
      "description": "Name of the attribute."
     },
     "value": {
      "type": "string",
      "description": "Value that the attribute must have."
     }
    }
   },
   "UserIdentityFilter": {
    "type": "object",
    "description": "An account at an external identity provider.",
    "x-source": "document 2, section 4.5",
    "required": [
     "provider",
     "extern_uid"
    ],
    "properties": {
     "provider": {
      "type": "string",
      "description": "Name of the identity provider; `scim` in Premium and Ultimate."
     },
     "extern_uid": {
      "type": "string",
      "description": "Id of the user at the provider."
     }
    }
   },
   "UserSummary": {
    "type": "object",
    "description": "A user as other responses embed it.",
    "x-source": "document 1, section 2.1",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the user, unique on the instance.",
      "x-never-null": true
     },
     "username": {
      "type": "string",
      "description": "Unique name of the user, as in mentions and URLs.",
      "x-never-null": true
     },
     "name": {
      "type": "string",
      "description": "Full name of the user. It may be redacted for callers who are not allowed to see it.",
      "x-never-null": true
     },
     "state": {
      "$ref": "#/components/schemas/UserState",
      "description": "State of the account.",
      "x-never-null": true
     },
     "locked": {
      "type": "boolean",
      "description": "Whether the account is locked after failed sign-in attempts; independent of the state."
     },
     "avatar_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the user's avatar."
     },
     "web_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the user's profile page.",
      "x-never-null": true
     }
    }
   },
   "MergeRequestUser": {
    "description": "A user as merge requests embed it, with the public email address.",
    "x-source": "document 1, section 2.1",
    "allOf": [
     {
      "$ref": "#/components/schemas/UserSummary"
     },
     {
      "type": "object",
      "properties": {
       "public_email": {
        "type": "string",
        "format": "email",
        "description": "Email address that the user shows publicly; empty or null if none exists."
       }
      }
     }
    ]
   },
   "UserListItem": {
    "description": "A user as the user list gives it to everybody.",
    "x-source": "document 2, section 2.7",
    "allOf": [
     {
      "$ref": "#/components/schemas/UserSummary"
     },
     {
      "type": "object",
      "properties": {
       "custom_attributes": {
        "type": "array",
        "x-on-request": "with_custom_attributes",
        "description": "Custom attributes of the user. Administrators only; null for others.",
        "x-source": "document 2, section 4.5",
        "items": {
         "$ref": "#/components/schemas/CustomAttribute"
        }
       }
      }
     }
    ]
   },
   "CurrentUser": {
    "description": "The account of the caller, with its profile and what others do not see of it.",
    "x-source": "document 2, sections 2.7 and 4.5",
    "allOf": [
     {
      "$ref": "#/components/schemas/UserSummary"
     },
     {
      "$ref": "#/components/schemas/UserProfile"
     }
    ]
   },
   "User": {
    "description": "A user with profile and, for administrators, further attributes, some of which callers also see of their own account. Fields that lists of users lack, such as `createdAt`, require a signed-in caller; for others, they are null with an error `UNAUTHENTICATED`.",
    "x-source": "document 2, section 2.7",
    "allOf": [
     {
      "$ref": "#/components/schemas/UserListItem"
     },
     {
      "$ref": "#/components/schemas/UserProfile"
     }
    ]
   },
   "UserProfile": {
    "type": "object",
    "description": "What the profile of a user tells and, for administrators, what they alone see.",
    "x-source": "document 2, section 2.7",
    "properties": {
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the account was created.",
      "x-never-null": true
     },
     "bio": {
      "type": "string",
      "description": "Free text of the user about themselves."
     },
     "bot": {
      "type": "boolean",
      "description": "Whether the account belongs to a program instead of a person."
     },
     "location": {
      "type": "string",
      "description": "Location of the user, as free text."
     },
     "public_email": {
      "type": "string",
      "format": "email",
      "description": "Email address that the user shows publicly; empty or null if none exists."
     },
     "profile_link_a": {
      "type": "string",
      "description": "Account of the user on the first social network of the profile; empty if not set."
     },
     "profile_link_b": {
      "type": "string",
      "description": "Account of the user on the second social network of the profile; empty if not set."
     },
     "profile_link_c": {
      "type": "string",
      "description": "Account of the user on the third social network of the profile; empty if not set."
     },
     "profile_link_d": {
      "type": "string",
      "description": "Account of the user on the fourth social network of the profile; empty if not set."
     },
     "website_url": {
      "type": "string",
      "format": "uri",
      "description": "URL of the user's website; empty if not set."
     },
     "organization": {
      "type": "string",
      "description": "Organization of the user, as free text."
     },
     "job_title": {
      "type": "string",
      "description": "Job title of the user, as free text."
     },
     "pronouns": {
      "type": "string",
      "description": "Pronouns of the user, as free text."
     },
     "work_information": {
      "type": "string",
      "description": "Job title and organization of the user in one line."
     },
     "followers": {
      "type": "integer",
      "description": "Number of users who follow this user."
     },
     "following": {
      "type": "integer",
      "description": "Number of users whom this user follows."
     },
     "local_time": {
      "type": "string",
      "description": "Time of day in the time zone of the user's profile, such as `3:38 PM`."
     },
     "is_followed": {
      "type": "boolean",
      "description": "Whether the caller follows this user."
     },
     "email": {
      "type": "string",
      "format": "email",
      "description": "Primary email address of the account. Administrators and the user only; null for others.",
      "x-of-caller": "getCurrentUser"
     },
     "is_admin": {
      "type": "boolean",
      "description": "Whether the user administers the instance. Administrators only; null for others."
     },
     "last_sign_in_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of the sign-in before the latest one; null if there was none. Administrators and the user only; null for others.",
      "x-of-caller": "getCurrentUser"
     },
     "confirmed_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the email address was confirmed; null until then. Administrators and the user only; null for others.",
      "x-of-caller": "getCurrentUser"
     },
     "current_sign_in_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time of the latest sign-in; null if there was none. Administrators and the user only; null for others.",
      "x-of-caller": "getCurrentUser"
     },
     "theme_id": {
      "type": "integer",
      "description": "Id of the navigation theme that the user chose. Administrators and the user only; null for others.",
      "x-of-caller": "getCurrentUser"
     },
     "color_scheme_id": {
      "type": "integer",
      "description": "Id of the syntax highlighting theme that the user chose. Administrators and the user only; null for others.",
      "x-of-caller": "getCurrentUser"
     },
     "projects_limit": {
      "type": "integer",
      "description": "Number of projects the user may own in the personal namespace. Administrators and the user only; null for others.",
      "x-of-caller": "getCurrentUser"
     },
     "last_activity_on": {
      "type": "string",
      "format": "date",
      "description": "Day of the user's last activity; null if there was none. Administrators and the user only; null for others.",
      "x-of-caller": "getCurrentUser"
     },
     "note": {
      "type": "string",
      "description": "Note of administrators about the account. Administrators only; null for others."
     },
     "identities": {
      "type": "array",
      "description": "Accounts at external identity providers through which the user signs in. Administrators and the user only; null for others.",
      "x-of-caller": "getCurrentUser",
      "items": {
       "$ref": "#/components/schemas/UserIdentity"
      }
     },
     "can_create_group": {
      "type": "boolean",
      "description": "Whether the user may create top-level groups. Administrators only; null for others."
     },
     "can_create_project": {
      "type": "boolean",
      "description": "Whether the user may create projects. Administrators only; null for others."
     },
     "two_factor_enabled": {
      "type": "boolean",
      "description": "Whether the user has enabled two-factor authentication. Administrators only; null for others."
     },
     "external": {
      "type": "boolean",
      "description": "Whether the user is external: sees only explicitly shared groups and projects. Administrators only; null for others."
     },
     "private_profile": {
      "type": "boolean",
      "description": "Whether the user hides the profile from other users. Administrators only; null for others."
     },
     "current_sign_in_ip": {
      "type": "string",
      "description": "IP address of the latest sign-in; null if there was none. Administrators only; null for others."
     },
     "last_sign_in_ip": {
      "type": "string",
      "description": "IP address of the sign-in before the latest one; null if there was none. Administrators only; null for others."
     },
     "namespace_id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the user's personal namespace. Administrators only; null for others."
     },
     "created_by": {
      "description": "User who created the account; null if the user registered themselves. Administrators only; null for others.",
      "oneOf": [
       {
        "$ref": "#/components/schemas/UserSummary"
       },
       {
        "type": "null"
       }
      ]
     },
     "commit_email": {
      "type": "string",
      "format": "email",
      "description": "Email address for commits of the user in the web interface. Administrators only; null for others."
     },
     "plan": {
      "type": "string",
      "description": "Subscription plan of the user's personal namespace. Enterprise edition. Administrators only; null for others."
     },
     "trial": {
      "type": "boolean",
      "description": "Whether the subscription plan of the user's personal namespace is a trial. Enterprise edition. Administrators only; null for others."
     },
     "sign_in_count": {
      "type": "integer",
      "description": "Number of times the user has signed in. Administrators only; null for others."
     },
     "shared_runners_minutes_limit": {
      "type": "integer",
      "description": "Compute minutes per month on instance runners for the personal namespace. Premium and Ultimate. Administrators only; null for others."
     },
     "extra_shared_runners_minutes_limit": {
      "type": "integer",
      "description": "Compute minutes purchased in addition to the monthly ones. Premium and Ultimate. Administrators only; null for others."
     },
     "is_auditor": {
      "type": "boolean",
      "description": "Whether the user is an auditor, who has read access to everything. Premium and Ultimate. Administrators only; null for others."
     },
     "using_license_seat": {
      "type": "boolean",
      "description": "Whether the account uses a paid seat of the license. Premium and Ultimate. Administrators only; null for others."
     },
     "provisioned_by_group_id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the group that provisioned the account, null if none did. Premium and Ultimate. Administrators only; null for others."
     },
     "scim_identities": {
      "type": "array",
      "description": "SCIM identities with which groups provision the account. Premium and Ultimate. Administrators only; null for others.",
      "items": {
       "$ref": "#/components/schemas/UserScimIdentity"
      }
     }
    }
   },
   "UserIdentity": {
    "type": "object",
    "description": "An account at an external identity provider through which a user signs in.",
    "x-source": "document 2, section 2.7",
    "properties": {
     "provider": {
      "type": "string",
      "description": "Name of the identity provider, such as `group_saml` for the SAML sign-in of a group.",
      "x-never-null": true
     },
     "extern_uid": {
      "type": "string",
      "description": "Id of the user at the external identity provider.",
      "x-never-null": true
     },
     "saml_provider_id": {
      "type": "integer",
      "format": "int64",
      "description": "Id of the group's SAML configuration; only with the provider `group_saml`."
     }
    }
   },
   "UserScimIdentity": {
    "type": "object",
    "description": "A SCIM identity with which a group provisions an account.",
    "x-source": "document 2, section 2.7",
    "properties": {
     "extern_uid": {
      "type": "string",
      "description": "Id of the user in the directory.",
      "x-never-null": true
     },
     "group_id": {
      "type": "integer",
      "format": "int64",
      "x-never-shown": true,
      "description": "Id of the group that the directory provisions for.",
      "x-never-null": true
     },
     "active": {
      "type": "boolean",
      "description": "Whether the directory still grants the user access to the group.",
      "x-never-null": true
     }
    }
   },
   "VulnerabilityExportFormat": {
    "type": "string",
    "enum": [
     "csv",
     "pdf"
    ],
    "description": "File format of a vulnerability export.",
    "x-source": "document 1, section 2.17",
    "x-enum-descriptions": {
     "csv": "A table with one row for each vulnerability.",
     "pdf": "A PDF report. Requires a feature flag of the service."
    }
   },
   "VulnerabilityExportStatus": {
    "type": "string",
    "enum": [
     "created",
     "finished"
    ],
    "description": "Progress of a vulnerability export.",
    "x-source": "document 1, section 3.2",
    "x-enum-descriptions": {
     "created": "The file is not ready for download yet.",
     "finished": "The file is ready for download."
    }
   },
   "VulnerabilityExport": {
    "type": "object",
    "description": "An export of the vulnerabilities of a project, a group or the projects of a security dashboard.",
    "x-source": "document 1, section 2.17",
    "properties": {
     "id": {
      "type": "integer",
      "format": "int64",
      "description": "Numeric id of the export, unique on the instance.",
      "x-never-null": true
     },
     "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "Time when the export was requested; null if not known yet."
     },
     "project_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Numeric id of the exported project; null for exports of another kind."
     },
     "group_id": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Numeric id of the exported group; null for exports of another kind."
     },
     "format": {
      "$ref": "#/components/schemas/VulnerabilityExportFormat",
      "description": "Format of the exported file; null if not known yet."
     },
     "status": {
      "$ref": "#/components/schemas/VulnerabilityExportStatus",
      "description": "Progress of the export: `FINISHED` if the file is ready for download.",
      "x-never-null": true
     },
     "started_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time when the creation of the file started; null until the export has finished."
     },
     "finished_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time when the file was completed; null until the export has finished."
     },
     "send_email": {
      "type": "boolean",
      "description": "Whether the author of the export receives an email on completion; null unless a project is exported."
     },
     "expires_at": {
      "type": [
       "string",
       "null"
      ],
      "format": "date-time",
      "description": "Time when the service deletes the export; null if not known yet."
     },
     "_links": {
      "$ref": "#/components/schemas/VulnerabilityExportLinks",
      "description": "Addresses of the export and of its file in the service."
     }
    }
   },
   "VulnerabilityExportLinks": {
    "type": "object",
    "description": "Addresses of a vulnerability export in the service, which need the same credential.",
    "x-source": "document 1, section 2.17",
    "properties": {
     "self": {
      "type": "string",
      "description": "Address of the export itself in the service."
     },
     "download": {
      "type": "string",
      "description": "Address of the file in the service, usable once the export has finished."
     }
    }
   },
   "CreateProjectVulnerabilityExportBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Kind of file to make of a project's vulnerabilities, and whether to send an email about it.",
    "x-source": "document 1, section 4.10",
    "properties": {
     "send_email": {
      "type": "boolean",
      "description": "Whether to send the caller an email when the export has finished."
     },
     "export_format": {
      "$ref": "#/components/schemas/VulnerabilityExportFormat",
      "default": "csv",
      "x-graph-name": "format",
      "description": "Format of the file. Defaults to `CSV`. Rejected for an export of the dashboard."
     },
     "report_data": {
      "type": "object",
      "additionalProperties": true,
      "description": "Assets for a PDF report, such as SVG strings, by the name of the report component. Rejected for an export of the dashboard."
     }
    }
   },
   "CreateGroupVulnerabilityExportBody": {
    "type": "object",
    "additionalProperties": false,
    "description": "Kind of file to make of the vulnerabilities of a group's projects.",
    "x-source": "document 1, section 4.10",
    "properties": {
     "export_format": {
      "$ref": "#/components/schemas/VulnerabilityExportFormat",
      "default": "csv",
      "x-graph-name": "format",
      "description": "Format of the file. Defaults to `CSV`. Rejected for an export of the dashboard."
     },
     "report_data": {
      "type": "object",
      "additionalProperties": true,
      "description": "Assets for a PDF report, such as SVG strings, by the name of the report component. Rejected for an export of the dashboard."
     }
    }
   },
   "VulnerabilityTool": {
    "type": "string",
    "enum": [
     "sast",
     "dast",
     "dependency_scanning",
     "container_scanning",
     "secret_detection",
     "coverage_fuzzing",
     "api_fuzzing",
     "cluster_image_scanning",
     "generic"
    ],
    "description": "Kinds of scans that find vulnerabilities.",
    "x-source": "document 1, section 2.17; its values are those of services of this kind",
    "x-enum-descriptions": {
     "sast": "Static analysis of source code.",
     "dast": "Tests of a running application.",
     "dependency_scanning": "Scan of dependencies for known vulnerabilities.",
     "container_scanning": "Scan of container images for known vulnerabilities.",
     "secret_detection": "Search for credentials in a repository.",
     "coverage_fuzzing": "Tests of instrumented code with random inputs.",
     "api_fuzzing": "Tests of an API with random requests.",
     "cluster_image_scanning": "Scan of images in a cluster for known vulnerabilities.",
     "generic": "Another scan, or a manual entry."
    }
   },
   "VulnerabilityStatus": {
    "type": "string",
    "enum": [
     "detected",
     "confirmed",
     "dismissed",
     "resolved"
    ],
    "description": "Review status of a vulnerability.",
    "x-source": "document 1, section 2.17; its values are those of services of this kind",
    "x-enum-descriptions": {
     "detected": "Detected, not reviewed yet.",
     "confirmed": "Reviewed and confirmed.",
     "dismissed": "Reviewed and dismissed: not a vulnerability, or an accepted risk.",
     "resolved": "Fixed or no longer present."
    }
   },
   "VulnerabilitySeverity": {
    "type": "string",
    "enum": [
     "critical",
     "high",
     "medium",
     "low",
     "info"
    ],
    "description": "Severity rating of a vulnerability.",
    "x-source": "document 1, section 2.17; its values are those of services of this kind",
    "x-enum-descriptions": {
     "critical": "Requires immediate action.",
     "high": "Easy to exploit, with serious impact.",
     "medium": "Harder to exploit, or with less impact.",
     "low": "Limited impact.",
     "info": "Informational, no risk.",
     "UNKNOWN": "Not reported by the scanner, or a value that this schema lacks."
    }
   },
   "VulnerabilityExportRow": {
    "type": "object",
    "description": "One vulnerability of a CSV export. Empty columns are null. Each field is the column of the same name, whose header has spaces between the words.",
    "x-source": "document 1, section 2.17",
    "properties": {
     "group_name": {
      "type": "string",
      "title": "Group Name",
      "description": "Name of the group of the project."
     },
     "project_name": {
      "type": "string",
      "title": "Project Name",
      "description": "Name of the project in which the vulnerability was found."
     },
     "tool": {
      "$ref": "#/components/schemas/VulnerabilityTool",
      "title": "Tool",
      "description": "Kind of scan that found the vulnerability."
     },
     "scanner_name": {
      "type": "string",
      "title": "Scanner Name",
      "description": "Name of the scanner, such as `Semgrep` or `Trivy`."
     },
     "status": {
      "$ref": "#/components/schemas/VulnerabilityStatus",
      "title": "Status",
      "description": "Review status of the vulnerability."
     },
     "vulnerability": {
      "type": "string",
      "title": "Vulnerability",
      "description": "Title of the vulnerability."
     },
     "details": {
      "type": "string",
      "title": "Details",
      "description": "Description of the vulnerability, possibly in several lines."
     },
     "additional_info": {
      "type": "string",
      "title": "Additional Info",
      "description": "Further text of the scanner, in addition to title and details."
     },
     "severity": {
      "$ref": "#/components/schemas/VulnerabilitySeverity",
      "title": "Severity",
      "description": "Severity rating of the vulnerability."
     },
     "cve": {
      "type": "string",
      "title": "CVE",
      "description": "CVE id of the vulnerability, such as `CVE-2019-14697`."
     },
     "cwe": {
      "type": "string",
      "title": "CWE",
      "description": "CWE id of the weakness, such as `CWE-89`."
     },
     "other_identifiers": {
      "type": "string",
      "title": "Other Identifiers",
      "description": "Identifiers of the vulnerability other than CVE and CWE, in one string."
     },
     "detected_at": {
      "type": "string",
      "title": "Detected At",
      "format": "date-time",
      "description": "Time of the detection, to the second; in UTC in the file."
     },
     "location": {
      "type": "string",
      "title": "Location",
      "description": "Location of the vulnerability, as the scanner reports it: file, lines, image, package or address."
     },
     "activity": {
      "type": "string",
      "title": "Activity",
      "format": "boolean",
      "description": "Whether the latest scan of the default branch no longer finds the vulnerability."
     },
     "comments": {
      "type": "string",
      "title": "Comments",
      "description": "Changes of the status with time, author and comment, possibly in several lines."
     },
     "full_path": {
      "type": "string",
      "title": "Full Path",
      "description": "Path of the project or of the vulnerability in it."
     },
     "cvss_vectors": {
      "type": "string",
      "title": "CVSS Vectors",
      "description": "CVSS vectors of the vulnerability, by vendor."
     },
     "dismissal_reason": {
      "type": "string",
      "title": "Dismissal Reason",
      "description": "Reason for the dismissal; null unless the vulnerability was dismissed."
     }
    }
   }
  }
 }
};
