// Generated from specification/fly-machines-openapi.json by specification/generate.ts: do not edit.
// The specification is Fly.io's, licensed under the Apache License 2.0: see specification/LICENSE.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcmeChallenge: {
            name?: string;
            target?: string;
        };
        App: {
            id?: string;
            internal_numeric_id?: number;
            machine_count?: number;
            name?: string;
            network?: string;
            organization?: components["schemas"]["AppOrganizationInfo"];
            status?: string;
            volume_count?: number;
        };
        AppOrganizationInfo: {
            internal_numeric_id?: number;
            name?: string;
            slug?: string;
        };
        AppSecret: {
            created_at?: string;
            digest?: string;
            name?: string;
            updated_at?: string;
            value?: string;
        };
        AppSecrets: {
            secrets?: components["schemas"]["AppSecret"][];
        };
        AppSecretsUpdateRequest: {
            values?: {
                [key: string]: string;
            };
        };
        AppSecretsUpdateResp: {
            /** @description DEPRECATED */
            Version?: number;
            secrets?: components["schemas"]["AppSecret"][];
            version?: number;
        };
        CertificateCheckResponse: {
            acme_requested?: boolean;
            certificates?: components["schemas"]["CertificateEntry"][];
            configured?: boolean;
            dns_provider?: string;
            dns_records?: components["schemas"]["DNSRecords"];
            dns_requirements?: components["schemas"]["DNSRequirements"];
            hostname?: string;
            rate_limited_until?: string;
            status?: string;
            validation?: components["schemas"]["CertificateValidation"];
            validation_errors?: components["schemas"]["CertificateValidationError"][];
        };
        CertificateDetail: {
            acme_requested?: boolean;
            certificates?: components["schemas"]["CertificateEntry"][];
            configured?: boolean;
            dns_provider?: string;
            dns_requirements?: components["schemas"]["DNSRequirements"];
            hostname?: string;
            rate_limited_until?: string;
            status?: string;
            validation?: components["schemas"]["CertificateValidation"];
            validation_errors?: components["schemas"]["CertificateValidationError"][];
        };
        CertificateEntry: {
            created_at?: string;
            expires_at?: string;
            issued?: components["schemas"]["IssuedCertificate"][];
            issuer?: string;
            /** @enum {string} */
            source?: "custom" | "fly";
            /** @enum {string} */
            status?: "active" | "pending_ownership" | "pending_validation";
        };
        CertificateSummary: {
            acme_alpn_configured?: boolean;
            acme_dns_configured?: boolean;
            acme_http_configured?: boolean;
            acme_requested?: boolean;
            configured?: boolean;
            created_at?: string;
            dns_provider?: string;
            has_custom_certificate?: boolean;
            has_fly_certificate?: boolean;
            hostname?: string;
            ownership_txt_configured?: boolean;
            status?: string;
            updated_at?: string;
        };
        CertificateValidation: {
            alpn_configured?: boolean;
            dns_configured?: boolean;
            http_configured?: boolean;
            ownership_txt_configured?: boolean;
        };
        CertificateValidationError: {
            code?: string;
            message?: string;
            remediation?: string;
            timestamp?: string;
        };
        CheckStatus: {
            name?: string;
            output?: string;
            status?: string;
            updated_at?: string;
        };
        CreateAppDeployTokenRequest: {
            expiry?: string;
        };
        CreateAppRequest: {
            enable_subdomains?: boolean;
            name?: string;
            network?: string;
            org_slug?: string;
        };
        CreateAppResponse: {
            token?: string;
        };
        CreateLeaseRequest: {
            description?: string;
            /** @description seconds lease will be valid */
            ttl?: number;
        };
        CreateMachineRequest: {
            /** @description An object defining the Machine configuration */
            config?: components["schemas"]["fly.MachineConfig"];
            lease_ttl?: number;
            lsvd?: boolean;
            min_secrets_version?: number;
            /** @description Unique name for this Machine. If omitted, one is generated for you */
            name?: string;
            /** @description The target region. Omitting this param launches in the same region as your WireGuard peer connection (somewhere near you). */
            region?: string;
            skip_launch?: boolean;
            skip_secrets?: boolean;
            skip_service_registration?: boolean;
        };
        /** @description Optional parameters */
        CreateOIDCTokenRequest: {
            /** @example https://fly.io/org-slug */
            aud?: string;
            aws_principal_tags?: boolean;
        };
        CreateVolumeRequest: {
            /** @description enable scheduled automatic snapshots. Defaults to `true` */
            auto_backup_enabled?: boolean;
            compute?: components["schemas"]["fly.MachineGuest"];
            compute_image?: string;
            encrypted?: boolean;
            fstype?: string;
            name?: string;
            region?: string;
            require_unique_zone?: boolean;
            size_gb?: number;
            /** @description restore from snapshot */
            snapshot_id?: string;
            snapshot_retention?: number;
            /** @description fork from remote volume */
            source_volume_id?: string;
            unique_zone_app_wide?: boolean;
        };
        CurrentTokenResponse: {
            tokens?: components["schemas"]["main.tokenInfo"][];
        };
        DNSRecords: {
            a?: string[];
            aaaa?: string[];
            acme_challenge_cname?: string;
            cname?: string[];
            ownership_txt?: string;
            resolved_addresses?: string[];
            soa?: string;
        };
        DNSRequirements: {
            a?: string[];
            aaaa?: string[];
            acme_challenge?: components["schemas"]["AcmeChallenge"];
            cname?: string;
            ownership?: components["schemas"]["OwnershipVerification"];
        };
        DecryptSecretkeyRequest: {
            associated_data?: number[];
            ciphertext?: number[];
        };
        DecryptSecretkeyResponse: {
            plaintext?: number[];
        };
        DeleteAppSecretResponse: {
            /** @description DEPRECATED */
            Version?: number;
            version?: number;
        };
        DeleteSecretkeyResponse: {
            /** @description DEPRECATED */
            Version?: number;
            version?: number;
        };
        EncryptSecretkeyRequest: {
            associated_data?: number[];
            plaintext?: number[];
        };
        EncryptSecretkeyResponse: {
            ciphertext?: number[];
        };
        ErrorResponse: {
            /** @description Deprecated */
            details?: Record<string, never>;
            error?: string;
            status?: components["schemas"]["main.statusCode"];
        };
        ExtendVolumeRequest: {
            size_gb?: number;
        };
        ExtendVolumeResponse: {
            needs_restart?: boolean;
            volume?: components["schemas"]["Volume"];
        };
        IPAssignment: {
            created_at?: string;
            ip?: string;
            region?: string;
            service_name?: string;
            shared?: boolean;
        };
        ImageRef: {
            digest?: string;
            labels?: {
                [key: string]: string;
            };
            registry?: string;
            repository?: string;
            tag?: string;
        };
        IssuedCertificate: {
            certificate_authority?: string;
            expires_at?: string;
            /** @enum {string} */
            type?: "rsa" | "ecdsa";
        };
        Lease: {
            /** @description Description or reason for the Lease. */
            description?: string;
            /** @description ExpiresAt is the unix timestamp in UTC to denote when the Lease will no longer be valid. */
            expires_at?: number;
            /** @description Nonce is the unique ID autogenerated and associated with the Lease. */
            nonce?: string;
            /** @description Owner is the user identifier which acquired the Lease. */
            owner?: string;
            /** @description Machine version */
            version?: string;
        };
        ListAppsResponse: {
            apps?: components["schemas"]["App"][];
            total_apps?: number;
        };
        ListenSocket: {
            address?: string;
            proto?: string;
        };
        Machine: {
            checks?: components["schemas"]["CheckStatus"][];
            config?: components["schemas"]["fly.MachineConfig"];
            created_at?: string;
            events?: components["schemas"]["MachineEvent"][];
            /** @enum {string} */
            host_status?: "ok" | "unknown" | "unreachable";
            id?: string;
            image_ref?: components["schemas"]["ImageRef"];
            incomplete_config?: components["schemas"]["fly.MachineConfig"];
            /** @description InstanceID is unique for each version of the machine */
            instance_id?: string;
            name?: string;
            /** @description Nonce is only every returned on machine creation if a lease_duration was provided. */
            nonce?: string;
            /** @description PrivateIP is the internal 6PN address of the machine. */
            private_ip?: string;
            region?: string;
            state?: string;
            updated_at?: string;
        };
        MachineEvent: {
            id?: string;
            request?: Record<string, never>;
            source?: string;
            status?: string;
            timestamp?: number;
            type?: string;
        };
        MachineExecRequest: {
            /** @description Deprecated: use Command instead */
            cmd?: string;
            command?: string[];
            container?: string;
            stdin?: string;
            timeout?: number;
        };
        MachineOverviewConfig: {
            guest?: components["schemas"]["fly.MachineGuest"];
            image?: string;
            metadata?: {
                [key: string]: string;
            };
        };
        MachineVersion: {
            user_config?: components["schemas"]["fly.MachineConfig"];
            version?: string;
        };
        OrgMachine: {
            app_name?: string;
            config?: components["schemas"]["MachineOverviewConfig"];
            created_at?: string;
            id?: string;
            /** @description Deprecated: use Version. */
            instance_id?: string;
            name?: string;
            private_ip?: string;
            region?: string;
            state?: string;
            updated_at?: string;
            version?: string;
        };
        OrgMachinesResponse: {
            error_regions?: string[];
            last_machine_id?: string;
            last_updated_at?: string;
            machines?: components["schemas"]["OrgMachine"][];
            next_cursor?: string;
        };
        OrgVolume: {
            app_name?: string;
            attached_alloc_id?: string;
            attached_machine_id?: string;
            auto_backup_enabled?: boolean;
            block_size?: number;
            blocks?: number;
            blocks_avail?: number;
            blocks_free?: number;
            bytes_total?: number;
            bytes_used?: number;
            created_at?: string;
            encrypted?: boolean;
            fstype?: string;
            /** @enum {string} */
            host_status?: "ok" | "unknown" | "unreachable";
            id?: string;
            name?: string;
            region?: string;
            size_gb?: number;
            snapshot_retention?: number;
            state?: string;
            /** @enum {string} */
            type?: "local" | "cache";
            updated_at?: string;
            zone?: string;
        };
        OrgVolumesResponse: {
            last_updated_at?: string;
            last_volume_id?: string;
            next_cursor?: string;
            volumes?: components["schemas"]["OrgVolume"][];
        };
        OwnershipVerification: {
            app_value?: string;
            name?: string;
            org_value?: string;
        };
        ProcessStat: {
            command?: string;
            cpu?: number;
            directory?: string;
            listen_sockets?: components["schemas"]["ListenSocket"][];
            pid?: number;
            rss?: number;
            rtime?: number;
            stime?: number;
        };
        SecretKey: {
            created_at?: string;
            name?: string;
            public_key?: number[];
            type?: string;
            updated_at?: string;
        };
        SecretKeys: {
            secret_keys?: components["schemas"]["SecretKey"][];
        };
        SetAppSecretRequest: {
            value?: string;
        };
        SetAppSecretResponse: {
            /** @description DEPRECATED */
            Version?: number;
            created_at?: string;
            digest?: string;
            name?: string;
            updated_at?: string;
            value?: string;
            version?: number;
        };
        SetSecretkeyRequest: {
            type?: string;
            value?: number[];
        };
        SetSecretkeyResponse: {
            /** @description DEPRECATED */
            Version?: number;
            created_at?: string;
            name?: string;
            public_key?: number[];
            type?: string;
            updated_at?: string;
            version?: number;
        };
        SignSecretkeyRequest: {
            plaintext?: number[];
        };
        SignSecretkeyResponse: {
            signature?: number[];
        };
        SignalRequest: {
            /** @enum {string} */
            signal?: "SIGABRT" | "SIGALRM" | "SIGFPE" | "SIGHUP" | "SIGILL" | "SIGINT" | "SIGKILL" | "SIGPIPE" | "SIGQUIT" | "SIGSEGV" | "SIGTERM" | "SIGTRAP" | "SIGUSR1" | "SIGUSR2";
        };
        StopRequest: {
            /**
             * @example SIGTERM
             * @enum {string}
             */
            signal?: "SIGHUP" | "SIGINT" | "SIGQUIT" | "SIGKILL" | "SIGUSR1" | "SIGUSR2" | "SIGTERM";
            /** @example 1s */
            timeout?: string;
        };
        UpdateMachineRequest: {
            /** @description An object defining the Machine configuration */
            config?: components["schemas"]["fly.MachineConfig"];
            current_version?: string;
            lease_ttl?: number;
            lsvd?: boolean;
            min_secrets_version?: number;
            /** @description Unique name for this Machine. If omitted, one is generated for you */
            name?: string;
            /** @description The target region. Omitting this param launches in the same region as your WireGuard peer connection (somewhere near you). */
            region?: string;
            skip_launch?: boolean;
            skip_secrets?: boolean;
            skip_service_registration?: boolean;
        };
        UpdateVolumeRequest: {
            auto_backup_enabled?: boolean;
            snapshot_retention?: number;
        };
        VerifySecretkeyRequest: {
            plaintext?: number[];
            signature?: number[];
        };
        Volume: {
            attached_alloc_id?: string;
            attached_machine_id?: string;
            auto_backup_enabled?: boolean;
            block_size?: number;
            blocks?: number;
            blocks_avail?: number;
            blocks_free?: number;
            bytes_total?: number;
            bytes_used?: number;
            created_at?: string;
            encrypted?: boolean;
            fstype?: string;
            /** @enum {string} */
            host_status?: "ok" | "unknown" | "unreachable";
            id?: string;
            name?: string;
            region?: string;
            size_gb?: number;
            snapshot_retention?: number;
            state?: string;
            /** @enum {string} */
            type?: "local" | "cache";
            zone?: string;
        };
        VolumeSnapshot: {
            created_at?: string;
            digest?: string;
            id?: string;
            retention_days?: number;
            size?: number;
            status?: string;
            volume_size?: number;
        };
        WaitMachineResponse: {
            event_id?: string;
            ok?: boolean;
            state?: string;
            version?: string;
        };
        assignIPRequest: {
            network?: string;
            org_slug?: string;
            region?: string;
            service_name?: string;
            type?: string;
        };
        authenticateTokenRequest: {
            header?: string;
        };
        authorizeResponse: {
            access?: components["schemas"]["flyio.Access"];
            verified_token?: components["schemas"]["root.VerifiedToken"];
        };
        authorizeTokenRequest: {
            access?: components["schemas"]["main.TokenAccess"];
            header?: string;
        };
        createAcmeCertificateRequest: {
            hostname?: string;
        };
        createCustomCertificateRequest: {
            fullchain?: string;
            hostname?: string;
            private_key?: string;
        };
        destroyCustomCertificateResponse: {
            acme_requested?: boolean;
            certificates?: components["schemas"]["CertificateEntry"][];
            configured?: boolean;
            dns_provider?: string;
            dns_requirements?: components["schemas"]["DNSRequirements"];
            hostname?: string;
            rate_limited_until?: string;
            status?: string;
            validation?: components["schemas"]["CertificateValidation"];
            validation_errors?: components["schemas"]["CertificateValidationError"][];
            warning?: string;
        };
        "fly.ContainerConfig": {
            /** @description CmdOverride is used to override the default command of the image. */
            cmd?: string[];
            /**
             * @description DependsOn can be used to define dependencies between containers. The container will only be
             *     started after all of its dependent conditions have been satisfied.
             */
            depends_on?: components["schemas"]["fly.ContainerDependency"][];
            /** @description EntrypointOverride is used to override the default entrypoint of the image. */
            entrypoint?: string[];
            /** @description ExtraEnv is used to add additional environment variables to the container. */
            env?: {
                [key: string]: string;
            };
            /** @description EnvFrom can be provided to set environment variables from machine fields. */
            env_from?: components["schemas"]["fly.EnvFrom"][];
            /**
             * @description Image Config overrides - these fields are used to override the image configuration.
             *     If not provided, the image configuration will be used.
             *     ExecOverride is used to override the default command of the image.
             */
            exec?: string[];
            /** @description Files are files that will be written to the container file system. */
            files?: components["schemas"]["fly.File"][];
            /** @description Healthchecks determine the health of your containers. Healthchecks can use HTTP, TCP or an Exec command. */
            healthchecks?: components["schemas"]["fly.ContainerHealthcheck"][];
            /** @description Image is the docker image to run. */
            image?: string;
            /** @description Name is used to identify the container in the machine. */
            name?: string;
            /**
             * @description Restart is used to define the restart policy for the container. NOTE: spot-price is not
             *     supported for containers.
             */
            restart?: components["schemas"]["fly.MachineRestart"];
            /**
             * @description Secrets can be provided at the process level to explicitly indicate which secrets should be
             *     used for the process. If not provided, the secrets provided at the machine level will be used.
             */
            secrets?: components["schemas"]["fly.MachineSecret"][];
            /** @description Stop is used to define the signal and timeout for stopping the container. */
            stop?: components["schemas"]["fly.StopConfig"];
            /** @description UserOverride is used to override the default user of the image. */
            user?: string;
        };
        "fly.ContainerDependency": {
            condition?: components["schemas"]["fly.ContainerDependencyCondition"];
            name?: string;
        };
        /** @enum {string} */
        "fly.ContainerDependencyCondition": "exited_successfully" | "healthy" | "started";
        "fly.ContainerHealthcheck": {
            exec?: components["schemas"]["fly.ExecHealthcheck"];
            /** @description The number of times the check must fail before considering the container unhealthy. */
            failure_threshold?: number;
            /** @description The time in seconds to wait after a container starts before checking its health. */
            grace_period?: number;
            http?: components["schemas"]["fly.HTTPHealthcheck"];
            /** @description The time in seconds between executing the defined check. */
            interval?: number;
            /** @description Kind of healthcheck (readiness, liveness) */
            kind?: components["schemas"]["fly.ContainerHealthcheckKind"];
            /** @description The name of the check. Must be unique within the container. */
            name?: string;
            /** @description The number of times the check must succeeed before considering the container healthy. */
            success_threshold?: number;
            tcp?: components["schemas"]["fly.TCPHealthcheck"];
            /** @description The time in seconds to wait for the check to complete. */
            timeout?: number;
            /** @description Unhealthy policy that determines what action to take if a container is deemed unhealthy */
            unhealthy?: components["schemas"]["fly.UnhealthyPolicy"];
        };
        /** @enum {string} */
        "fly.ContainerHealthcheckKind": "readiness" | "liveness";
        /** @enum {string} */
        "fly.ContainerHealthcheckScheme": "http" | "https";
        "fly.DNSConfig": {
            dns_forward_rules?: components["schemas"]["fly.dnsForwardRule"][];
            hostname?: string;
            hostname_fqdn?: string;
            nameservers?: string[];
            options?: components["schemas"]["fly.dnsOption"][];
            searches?: string[];
            skip_registration?: boolean;
        };
        /** @description EnvVar defines an environment variable to be populated from a machine field, env_var */
        "fly.EnvFrom": {
            /**
             * @description EnvVar is required and is the name of the environment variable that will be set from the
             *     secret. It must be a valid environment variable name.
             */
            env_var?: string;
            /**
             * @description FieldRef selects a field of the Machine: supports id, version, app_name, private_ip, region, image.
             * @enum {string}
             */
            field_ref?: "id" | "version" | "app_name" | "private_ip" | "region" | "image";
        };
        "fly.ExecHealthcheck": {
            /** @description The command to run to check the health of the container (e.g. ["cat", "/tmp/healthy"]) */
            command?: string[];
        };
        /** @description A file that will be written to the Machine. One of RawValue or SecretName must be set. */
        "fly.File": {
            /**
             * @description GuestPath is the path on the machine where the file will be written and must be an absolute path.
             *     For example: /full/path/to/file.json
             */
            guest_path?: string;
            /** @description The name of an image to use the OCI image config as the file contents. */
            image_config?: string;
            /** @description Mode bits used to set permissions on this file as accepted by chmod(2). */
            mode?: number;
            /** @description The base64 encoded string of the file contents. */
            raw_value?: string;
            /** @description The name of the secret that contains the base64 encoded file contents. */
            secret_name?: string;
        };
        "fly.HTTPHealthcheck": {
            /** @description Additional headers to send with the request */
            headers?: components["schemas"]["fly.MachineHTTPHeader"][];
            /** @description The HTTP method to use to when making the request */
            method?: string;
            /** @description The path to send the request to */
            path?: string;
            /** @description The port to connect to, often the same as internal_port */
            port?: number;
            /** @description Whether to use http or https */
            scheme?: components["schemas"]["fly.ContainerHealthcheckScheme"];
            /** @description If the protocol is https, the hostname to use for TLS certificate validation */
            tls_server_name?: string;
            /** @description If the protocol is https, whether or not to verify the TLS certificate */
            tls_skip_verify?: boolean;
        };
        "fly.HTTPOptions": {
            compress?: boolean;
            h2_backend?: boolean;
            headers_read_timeout?: number;
            idle_timeout?: number;
            replay_cache?: components["schemas"]["fly.ReplayCache"][];
            response?: components["schemas"]["fly.HTTPResponseOptions"];
        };
        "fly.HTTPResponseOptions": {
            headers?: {
                [key: string]: Record<string, never>;
            };
            pristine?: boolean;
        };
        "fly.MachineCacheDrive": {
            size_mb?: number;
        };
        "fly.MachineCheck": {
            /**
             * @description The time to wait after a VM starts before checking its health
             * @example 1s
             */
            grace_period?: string;
            headers?: components["schemas"]["fly.MachineHTTPHeader"][];
            /**
             * @description The time between connectivity checks
             * @example 15s
             */
            interval?: string;
            /**
             * @description Kind of the check (informational, readiness)
             * @enum {string}
             */
            kind?: "informational" | "readiness";
            /** @description For http checks, the HTTP method to use to when making the request */
            method?: string;
            /** @description For http checks, the path to send the request to */
            path?: string;
            /** @description The port to connect to, often the same as internal_port */
            port?: number;
            /** @description For http checks, whether to use http or https */
            protocol?: string;
            /**
             * @description The maximum time a connection can take before being reported as failing its health check
             * @example 2s
             */
            timeout?: string;
            /** @description If the protocol is https, the hostname to use for TLS certificate validation */
            tls_server_name?: string;
            /** @description For http checks with https protocol, whether or not to verify the TLS certificate */
            tls_skip_verify?: boolean;
            /** @description tcp or http */
            type?: string;
        };
        "fly.MachineConfig": {
            /** @description Optional boolean telling the Machine to destroy itself once it’s complete (default false) */
            auto_destroy?: boolean;
            cache_drive?: components["schemas"]["fly.MachineCacheDrive"];
            /** @description An optional object that defines one or more named top-level checks. The key for each check is the check name. */
            checks?: {
                [key: string]: components["schemas"]["fly.MachineCheck"];
            };
            /**
             * @description Containers are a list of containers that will run in the machine. Currently restricted to
             *     only specific organizations.
             */
            containers?: components["schemas"]["fly.ContainerConfig"][];
            /** @description Deprecated: use Service.Autostart instead */
            disable_machine_autostart?: boolean;
            dns?: components["schemas"]["fly.DNSConfig"];
            /** @description An object filled with key/value pairs to be set as environment variables */
            env?: {
                [key: string]: string;
            };
            files?: components["schemas"]["fly.File"][];
            guest?: components["schemas"]["fly.MachineGuest"];
            /** @description The docker image to run */
            image?: string;
            init?: components["schemas"]["fly.MachineInit"];
            metadata?: {
                [key: string]: string;
            };
            metrics?: components["schemas"]["fly.MachineMetrics"];
            mounts?: components["schemas"]["fly.MachineMount"][];
            processes?: components["schemas"]["fly.MachineProcess"][];
            restart?: components["schemas"]["fly.MachineRestart"];
            rootfs?: components["schemas"]["fly.MachineRootfs"];
            schedule?: string;
            services?: components["schemas"]["fly.MachineService"][];
            /** @description Deprecated: use Guest instead */
            size?: string;
            /**
             * @description Standbys enable a machine to be a standby for another. In the event of a hardware failure,
             *     the standby machine will be started.
             */
            standbys?: string[];
            statics?: components["schemas"]["fly.Static"][];
            stop_config?: components["schemas"]["fly.StopConfig"];
        };
        "fly.MachineGuest": {
            cpu_kind?: string;
            cpus?: number;
            gpu_kind?: string;
            gpus?: number;
            host_dedication_id?: string;
            kernel_args?: string[];
            max_memory_mb?: number;
            memory_mb?: number;
            /**
             * @description Deprecated: use MachineConfig.Rootfs instead
             * @enum {string}
             */
            persist_rootfs?: "never" | "always" | "restart";
        };
        /** @description For http checks, an array of objects with string field Name and array of strings field Values. The key/value pairs specify header and header values that will get passed with the check call. */
        "fly.MachineHTTPHeader": {
            /** @description The header name */
            name?: string;
            /** @description The header value */
            values?: string[];
        };
        "fly.MachineInit": {
            cmd?: string[];
            entrypoint?: string[];
            exec?: string[];
            kernel_args?: string[];
            swap_size_mb?: number;
            tty?: boolean;
        };
        "fly.MachineMetrics": {
            https?: boolean;
            path?: string;
            port?: number;
        };
        "fly.MachineMount": {
            add_size_gb?: number;
            encrypted?: boolean;
            extend_threshold_percent?: number;
            name?: string;
            path?: string;
            size_gb?: number;
            size_gb_limit?: number;
            volume?: string;
        };
        "fly.MachinePort": {
            end_port?: number;
            force_https?: boolean;
            handlers?: string[];
            http_options?: components["schemas"]["fly.HTTPOptions"];
            port?: number;
            proxy_proto_options?: components["schemas"]["fly.ProxyProtoOptions"];
            start_port?: number;
            tls_options?: components["schemas"]["fly.TLSOptions"];
        };
        "fly.MachineProcess": {
            cmd?: string[];
            entrypoint?: string[];
            env?: {
                [key: string]: string;
            };
            /** @description EnvFrom can be provided to set environment variables from machine fields. */
            env_from?: components["schemas"]["fly.EnvFrom"][];
            exec?: string[];
            /**
             * @description IgnoreAppSecrets can be set to true to ignore the secrets for the App the Machine belongs to
             *     and only use the secrets provided at the process level. The default/legacy behavior is to use
             *     the secrets provided at the App level.
             */
            ignore_app_secrets?: boolean;
            /**
             * @description Secrets can be provided at the process level to explicitly indicate which secrets should be
             *     used for the process. If not provided, the secrets provided at the machine level will be used.
             */
            secrets?: components["schemas"]["fly.MachineSecret"][];
            user?: string;
        };
        /** @description The Machine restart policy defines whether and how flyd restarts a Machine after its main process exits. See https://fly.io/docs/machines/guides-examples/machine-restart-policy/. */
        "fly.MachineRestart": {
            /** @description GPU bid price for spot Machines. */
            gpu_bid_price?: number;
            /** @description When policy is on-failure, the maximum number of times to attempt to restart the Machine before letting it stop. */
            max_retries?: number;
            /**
             * @description * no - Never try to restart a Machine automatically when its main process exits, whether that’s on purpose or on a crash.
             *     * always - Always restart a Machine automatically and never let it enter a stopped state, even when the main process exits cleanly.
             *     * on-failure - Try up to MaxRetries times to automatically restart the Machine if it exits with a non-zero exit code. Default when no explicit policy is set, and for Machines with schedules.
             *     * spot-price - Starts the Machine only when there is capacity and the spot price is less than or equal to the bid price.
             * @enum {string}
             */
            policy?: "no" | "always" | "on-failure" | "spot-price";
        };
        "fly.MachineRootfs": {
            /** @enum {string} */
            persist?: "never" | "always" | "restart";
            size_gb?: number;
        };
        /** @description A Secret needing to be set in the environment of the Machine. env_var is required */
        "fly.MachineSecret": {
            /**
             * @description EnvVar is required and is the name of the environment variable that will be set from the
             *     secret. It must be a valid environment variable name.
             */
            env_var?: string;
            /**
             * @description Name is optional and when provided is used to reference a secret name where the EnvVar is
             *     different from what was set as the secret name.
             */
            name?: string;
        };
        "fly.MachineService": {
            autostart?: boolean;
            /**
             * @description Accepts a string (new format) or a boolean (old format). For backward compatibility with older clients, the API continues to use booleans for "off" and "stop" in responses.
             *     * "off" or false - Do not autostop the Machine.
             *     * "stop" or true - Automatically stop the Machine.
             *     * "suspend" - Automatically suspend the Machine, falling back to a full stop if this is not possible.
             * @enum {string}
             */
            autostop?: "off" | "stop" | "suspend";
            /** @description An optional list of service checks */
            checks?: components["schemas"]["fly.MachineServiceCheck"][];
            concurrency?: components["schemas"]["fly.MachineServiceConcurrency"];
            force_instance_description?: string;
            force_instance_key?: string;
            internal_port?: number;
            min_machines_running?: number;
            ports?: components["schemas"]["fly.MachinePort"][];
            protocol?: string;
        };
        "fly.MachineServiceCheck": {
            /**
             * @description The time to wait after a VM starts before checking its health
             * @example 1s
             */
            grace_period?: string;
            headers?: components["schemas"]["fly.MachineHTTPHeader"][];
            /**
             * @description The time between connectivity checks
             * @example 15s
             */
            interval?: string;
            /** @description For http checks, the HTTP method to use to when making the request */
            method?: string;
            /** @description For http checks, the path to send the request to */
            path?: string;
            /** @description The port to connect to, often the same as internal_port */
            port?: number;
            /** @description For http checks, whether to use http or https */
            protocol?: string;
            /**
             * @description The maximum time a connection can take before being reported as failing its health check
             * @example 2s
             */
            timeout?: string;
            /** @description If the protocol is https, the hostname to use for TLS certificate validation */
            tls_server_name?: string;
            /** @description For http checks with https protocol, whether or not to verify the TLS certificate */
            tls_skip_verify?: boolean;
            /** @description tcp or http */
            type?: string;
        };
        "fly.MachineServiceConcurrency": {
            hard_limit?: number;
            soft_limit?: number;
            type?: string;
        };
        "fly.ProxyProtoOptions": {
            version?: string;
        };
        "fly.ReplayCache": {
            allow_bypass?: boolean;
            /** @description Name of the cookie or header to key the cache on */
            name?: string;
            path_prefix?: string;
            ttl_seconds?: number;
            /**
             * @description Currently either "cookie" or "header"
             * @enum {string}
             */
            type?: "cookie" | "header";
        };
        "fly.Static": {
            guest_path: string;
            index_document?: string;
            tigris_bucket?: string;
            url_prefix: string;
        };
        "fly.StopConfig": {
            /** @enum {string} */
            signal?: "SIGHUP" | "SIGINT" | "SIGQUIT" | "SIGKILL" | "SIGUSR1" | "SIGUSR2" | "SIGTERM";
            /** @example 10s */
            timeout?: string;
        };
        "fly.TCPHealthcheck": {
            /** @description The port to connect to, often the same as internal_port */
            port?: number;
        };
        "fly.TLSOptions": {
            alpn?: string[];
            default_self_signed?: boolean;
            versions?: string[];
        };
        /** @enum {string} */
        "fly.UnhealthyPolicy": "stop";
        "fly.dnsForwardRule": {
            addr?: string;
            basename?: string;
        };
        "fly.dnsOption": {
            name?: string;
            value?: string;
        };
        "flydv1.ExecResponse": {
            exit_code?: number;
            exit_signal?: number;
            stderr?: string;
            stdout?: string;
        };
        "flyio.Access": {
            action?: components["schemas"]["resset.Action"];
            app_feature?: string;
            appid?: number;
            cluster?: string;
            command?: string[];
            feature?: string;
            machine?: string;
            machine_feature?: string;
            mutation?: string;
            orgid?: number;
            sourceApp?: string;
            sourceMachine?: string;
            sourceOrganization?: string;
            storage_object?: string;
            volume?: string;
        };
        listCertificatesResponse: {
            certificates?: components["schemas"]["CertificateSummary"][];
            next_cursor?: string;
            total_count?: number;
        };
        listIPAssignmentsResponse: {
            ips?: components["schemas"]["IPAssignment"][];
        };
        "macaroon.CaveatSet": {
            caveats?: Record<string, never>[];
        };
        "macaroon.Nonce": {
            kid?: number[];
            proof?: boolean;
            rnd?: number[];
        };
        "main.TokenAccess": {
            /**
             * @description Action is the action being taken on the specified resource. This is the
             *     combination of individual action characters (e.g "rw")
             *       - r: read
             *       - w: write
             *       - c: create
             *       - d: delete
             *       - C: control
             */
            action?: components["schemas"]["resset.Action"];
            /**
             * @description AppFeature is a named set of functionality associated with the app. If
             *     this is specified, the AppName field must be set.
             *       - images: images in the fly.io registry
             */
            app_feature?: string;
            /** @description AppName is the name of the app being accessed. */
            app_name?: string;
            /**
             * @description Command is the command being executed on a machine. If this is specified,
             *     the Machine must be set.
             */
            command?: string[];
            /**
             * @description MachineFeature is a named set of functionality associated with the
             *     machine. If this is specified, the Machine field must be set.
             *       - metadata: machine metadata service
             *       - oidc: OIDC tokens
             *       - kmstoken: Petsem tokens for KMS access
             */
            machine_feature?: string;
            /** @description MachineID is the ID of the machine being accessed (e.g. 7811701f564258). */
            machine_id?: string;
            /** @description Mutation is the GraphQL mutation being performed. */
            mutation?: string;
            /**
             * @description OrgFeature is a named set of functionality associated with the
             *     organization. If this is specified, the OrgSlug field must be set.
             *       - wg: WireGuard peers
             *       - builder: remote builders
             *       - addon: addons
             *       - membership: organization membership
             *       - billing: billing
             *       - litefs-cloud: LiteFS Cloud
             *       - authentication: authentication settings
             */
            org_feature?: string;
            /** @description OrgSlug is the slug of the organization being accessed. */
            org_slug?: string;
            /** @description SourceMachine is the machine ID of the actor attempting access. */
            source_machine?: string;
            /**
             * @description StorageObject is the storage object being accessed. If this is specified,
             *     the OrgSlug must be set.
             */
            storage_object?: string;
            /**
             * @description VolumeID is the encoded ID of the volume being accessed (e.g.
             *     vol_r1p6pln1k9m9j7zr).
             */
            volume_id?: string;
        };
        "main.getPlacementsRequest": {
            /** @description Resource requirements for the Machine to simulate. Defaults to a performance-1x machine */
            compute?: components["schemas"]["fly.MachineGuest"];
            /**
             * @description Number of machines to simulate placement.
             *     Defaults to 0, which returns the org-specific limit for each region.
             */
            count?: number;
            /** @example personal */
            org_slug: string;
            /**
             * @description Region expression for placement as a comma-delimited set of regions or aliases.
             *     Defaults to "[region],any", to prefer the API endpoint's local region with any other region as fallback.
             * @example lhr,eu
             */
            region?: string;
            /** @example  */
            volume_name?: string;
            volume_size_bytes?: number;
            /**
             * @description Optional weights to override default placement preferences.
             * @example {
             *       "region": 1000,
             *       "spread": 0
             *     }
             */
            weights?: components["schemas"]["placement.Weights"];
        };
        "main.getPlacementsResponse": {
            regions?: components["schemas"]["placement.RegionPlacement"][];
        };
        "main.memoryResponse": {
            available_mb?: number;
            limit_mb?: number;
        };
        "main.reclaimMemoryRequest": {
            amount_mb?: number;
        };
        "main.reclaimMemoryResponse": {
            actual_mb?: number;
        };
        "main.regionResponse": {
            nearest?: string;
            regions?: components["schemas"]["main.regionRow"][];
        };
        "main.regionRow": {
            code?: string;
            deprecated?: boolean;
            gateway_available?: boolean;
            geo_region?: string;
            latitude?: number;
            longitude?: number;
            name?: string;
            requires_paid_plan?: boolean;
        };
        "main.setMemoryLimitRequest": {
            limit_mb?: number;
        };
        /** @enum {string} */
        "main.statusCode": "unknown" | "insufficient_capacity";
        "main.tokenInfo": {
            apps?: string[];
            org_slug?: string;
            organization?: string;
            /** @description Machine the token is restricted to (FromMachine caveat) */
            restricted_to_machine?: string;
            /** @description Machine making the request */
            source_machine_id?: string;
            token_id?: string;
            /** @description User identifier if token is for a user */
            user?: string;
        };
        metadataValueResponse: {
            value?: string;
        };
        "placement.RegionPlacement": {
            concurrency?: number;
            count?: number;
            region?: string;
        };
        "placement.Weights": {
            [key: string]: number;
        };
        /** @enum {integer} */
        "resset.Action": 1 | 2 | 4 | 8 | 16 | 31 | 0;
        "root.VerifiedToken": {
            caveats?: components["schemas"]["macaroon.CaveatSet"];
            header?: string;
            nonce?: components["schemas"]["macaroon.Nonce"];
            permission_token?: number[];
        };
        updateMetadataRequest: {
            machine_version?: string;
            metadata?: {
                [key: string]: string;
            };
            updated_at?: string;
        };
        upsertMetadataKeyRequest: {
            updated_at?: string;
            value?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
